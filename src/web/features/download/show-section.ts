// Shows a card of the flow and focuses its heading, with the delays of the specification.

/** Milliseconds before scrolling to the choices, the progress, the result. */
export const SCROLL_DELAY_MS = {
  choosing: 300,
  running: 100,
  ready: 300,
  failed: 100,
  gone: 100,
} as const;
/** Milliseconds before the focus moves, so that the scrolling is seen first. */
export const FOCUS_DELAY_MS = 50;

/**
 * After a delay, scrolls to the link box, so that all cards below it are in view: the section, and what is offered before it.
 * Returns a function that cancels it. With reduced motion the page jumps.
 */
export function showSection(section: HTMLElement, delayMs: number): () => void {
  let focusTimer: ReturnType<typeof setTimeout> | undefined;
  const timer = setTimeout(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Not the section itself: the box sticks to the top of the screen and would cover what is between them.
    const top = document.querySelector('[data-flow-top]') ?? section;
    top.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' });
    focusTimer = setTimeout(() => {
      // The visitor uses the section already.
      if (section.contains(document.activeElement)) return;
      section.querySelector<HTMLElement>('[data-section-heading]')?.focus({ preventScroll: true });
    }, FOCUS_DELAY_MS);
  }, delayMs);
  return () => {
    clearTimeout(timer);
    clearTimeout(focusTimer);
  };
}
