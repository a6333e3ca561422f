// One part of the cockpit: a heading, what can be done beside it, and what it shows.
import { type ReactNode, useId } from 'react';

type BlockProps = {
  readonly heading: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The part, named by its heading. */
export function Block({ heading, actions, children }: BlockProps) {
  const id = useId();
  return (
    <section className="cockpit-block" aria-labelledby={id}>
      <div className="cockpit-block-head">
        <h2 id={id}>{heading}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
