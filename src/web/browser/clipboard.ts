// Reads the clipboard. Some browsers allow that only while a press is handled, which may be before a page has its scripts.

let early: Promise<string> | null = null;

/** Reads for the next {@link readClipboard}. */
export function readClipboardEarly(): void {
  if (!navigator.clipboard?.readText) return;
  early = navigator.clipboard.readText();
  // Reported by the one that takes it.
  early.catch(() => undefined);
}

/** Returns the text. Rejects without permission. */
export function readClipboard(): Promise<string> {
  const read = early ?? navigator.clipboard.readText();
  early = null;
  return read;
}
