// The frame of every card of the flow, with a focusable heading.
import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '../../ui/card.tsx';

/** Milliseconds before scrolling to the choices, the progress, the result. */
const SCROLL_DELAY_MS = {
  choosing: 300,
  running: 100,
  ready: 300,
  failed: 100,
  gone: 100,
} as const;
/** Milliseconds before the focus moves, so that the scrolling is seen first. */
const FOCUS_DELAY_MS = 50;

/**
 * After a delay, scrolls to the link box, so that all cards below it are in view: the section, and what is offered before it.
 * Returns a function that cancels it. With reduced motion the page jumps.
 */
function showSection(section: HTMLElement, delayMs: number): () => void {
  let focusTimer: ReturnType<typeof setTimeout> | undefined;
  const focused = document.activeElement;
  const timer = setTimeout(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Not the section itself: the box sticks to the top of the screen and would cover what is between them.
    const top = document.querySelector('[data-flow-top]') ?? section;
    top.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' });
    focusTimer = setTimeout(() => {
      // The visitor has moved on already, into the section or elsewhere.
      const now = document.activeElement;
      if (section.contains(now) || (now !== focused && now !== document.body)) return;
      section.querySelector<HTMLElement>('[data-section-heading]')?.focus({ preventScroll: true });
    }, FOCUS_DELAY_MS);
  }, delayMs);
  return () => {
    clearTimeout(timer);
    clearTimeout(focusTimer);
  };
}

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
