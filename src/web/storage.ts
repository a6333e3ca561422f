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
