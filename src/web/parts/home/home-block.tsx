// The layout of a home page section: the heading at the side, its content beside it.
import type { ReactNode } from 'react';

type HomeBlockProps = {
  /** Part of the id of its heading; unique on the page. */
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
