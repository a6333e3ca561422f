// Access to localStorage; if it is disabled or full, that is only logged.

/** Stores a text under a key; null removes it. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`"${key}" could not be written to the browser's storage`, error);
  }
}

/** Returns the text under a key, or null. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    console.warn(`"${key}" could not be read from the browser's storage`, error);
    return null;
  }
}
