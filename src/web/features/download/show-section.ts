// Scrolls to a section and focuses its heading, with the delays of the specification.

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

/** Scrolls to a section after a delay and returns a function that cancels it. With reduced motion the page jumps. */
export function showSection(section: HTMLElement, delayMs: number): () => void {
  let focusTimer: ReturnType<typeof setTimeout> | undefined;
  const timer = setTimeout(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    section.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' });
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
