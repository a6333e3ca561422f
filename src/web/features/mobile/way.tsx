// One way from a phone to this site: heading, devices, what to do, and a picture beside it.
import { type ReactNode, useId } from 'react';
import { usePage } from '../../page/page-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { StepPicture } from '../../ui/pictures/step-picture.tsx';

/** `devices` names where it works. */
export type WayProps = {
  readonly heading: string;
  readonly devices: string;
  readonly picture?: { readonly image: string; readonly alt: string };
  readonly children: ReactNode;
};

/** The section. */
export function Way({ heading, devices, picture, children }: WayProps) {
  const id = useId();
  const { language } = usePage();
  return (
    <section
      className="way"
      aria-labelledby={id}
      data-pictured={picture !== undefined || undefined}
    >
      <div className="way-text">
        <h2 id={id}>{heading}</h2>
        <Badge>{devices}</Badge>
        {children}
      </div>
      {picture && <StepPicture {...picture} language={language} />}
    </section>
  );
}
