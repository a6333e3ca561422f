// The frame of everything on the home page that has a heading: the heading at the side, what belongs to it beside.
import type { ReactNode } from 'react';

type HomeBlockProps = {
  /** Part of the id of its heading; unlike any other on the page. */
  readonly name: string;
  readonly heading: string;
  readonly children: ReactNode;
};

/** A region with its heading. */
export function HomeBlock({ name, heading, children }: HomeBlockProps) {
  const id = `home-${name}`;
  return (
    <section className="chapter" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <div className={name}>{children}</div>
    </section>
  );
}
