// The frame of every card of the flow, with a focusable heading.
import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { SCROLL_DELAY_MS, showSection } from './show-section.ts';

type SectionProps = {
  readonly stage: keyof typeof SCROLL_DELAY_MS;
  readonly heading: string;
  /** Content beside the heading. */
  readonly beside?: ReactNode;
  readonly tone?: 'plain' | 'good' | 'bad';
  readonly children: ReactNode;
};

/** The section; scrolls into view when it appears. */
export function Section({ stage, heading, beside, tone = 'plain', children }: SectionProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (section.current) return showSection(section.current, SCROLL_DELAY_MS[stage]);
  }, [stage]);
  return (
    <Card
      as="section"
      ref={section}
      tone={tone}
      aria-labelledby={`${stage}-heading`}
      className="motion-safe:animate-arrive"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2
          id={`${stage}-heading`}
          data-section-heading=""
          tabIndex={-1}
          className="text-xl focus:outline-none"
        >
          {heading}
        </h2>
        {beside}
      </div>
      {children}
    </Card>
  );
}
