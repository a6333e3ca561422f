// The heading and lead of a page.
import type { Drawing } from './drawing.ts';

/** The heading with its lead. */
export function Intro({ drawing }: { readonly drawing: Drawing }) {
  const { heading, lead } = drawing.subject.text;
  return (
    <>
      <h1>{heading}</h1>
      <p className="lead">{lead}</p>
    </>
  );
}
