// Keeps a download from being started while a typed time is wrong; for the buttons that start one.

/** Focuses the first field of a part whose time is wrong; false where there is none. */
export function focusWrongTime(): boolean {
  const field = document.querySelector<HTMLElement>('.part-box [aria-invalid="true"]');
  field?.focus();
  return field !== null;
}
