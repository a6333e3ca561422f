// A section of the cockpit: heading, actions and content.
import { type ReactNode, useId } from 'react';

type BlockProps = {
  readonly heading: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The section, labelled by its heading. */
export function Block({ heading, actions, children }: BlockProps) {
  const id = useId();
  return (
    <section className="cockpit-block" aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id}>{heading}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
