// What a page is, in one line and one sentence.
import type { Drawing } from '../render/drawing.ts';

/** The heading of a page and what is under it. */
export function Intro({ drawing }: { readonly drawing: Drawing }) {
  const { heading, lead } = drawing.subject.text;
  return (
    <>
      <h1>{heading}</h1>
      <p className="lead">{lead}</p>
    </>
  );
}
