// The browser's small memory; where it is switched off or full, that is only logged.

/** Keeps a text under a key; null removes it. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`"${key}" could not be written to the browser's storage`, error);
  }
}

/** The text under a key; null where there is none. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    console.warn(`"${key}" could not be read from the browser's storage`, error);
    return null;
  }
}
