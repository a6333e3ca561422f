// Brings a section into view and moves the focus to its heading, at the times the specification names.

/** Milliseconds before the page moves to the choices, the progress, the result. */
export const SCROLL_DELAY_MS = {
  choosing: 300,
  running: 100,
  ready: 300,
  failed: 100,
  gone: 100,
} as const;
/** Milliseconds before the focus follows, so that the movement is seen first. */
export const FOCUS_DELAY_MS = 50;

/** Moves to a section after a while; the answer calls it off. Where motion is not wanted the page jumps. */
export function showSection(section: HTMLElement, delayMs: number): () => void {
  let focusTimer: ReturnType<typeof setTimeout> | undefined;
  const timer = setTimeout(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    section.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' });
    focusTimer = setTimeout(() => {
      // Does not move a visitor who already uses the section.
      if (section.contains(document.activeElement)) return;
      section.querySelector<HTMLElement>('[data-section-heading]')?.focus({ preventScroll: true });
    }, FOCUS_DELAY_MS);
  }, delayMs);
  return () => {
    clearTimeout(timer);
    clearTimeout(focusTimer);
  };
}
