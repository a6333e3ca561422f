// Whether a page saves a file without a tap.

/** Whether saving starts automatically: phones require a fresh tap. */
export function savesAutomatically(): boolean {
  return document.visibilityState === 'visible' && !matchMedia('(pointer: coarse)').matches;
}
