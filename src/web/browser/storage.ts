// Access to the storage of the browser or of one tab; if it is disabled or full, that is only logged.

type Area = 'browser' | 'tab';

/** Stores a text under a key; null removes it. */
export function store(key: string, value: string | null, area: Area = 'browser'): void {
  try {
    if (value === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, value);
  } catch (error) {
    warn(key, area, error);
  }
}

/** Returns the text under a key, or null. */
export function recall(key: string, area: Area = 'browser'): string | null {
  try {
    return storageOf(area).getItem(key);
  } catch (error) {
    warn(key, area, error);
    return null;
  }
}

/** Stores a value of this tab as JSON; null removes it. */
export function storeInTab(key: string, value: unknown): void {
  store(key, value === null ? null : JSON.stringify(value), 'tab');
}

/** Returns the value that {@link storeInTab} stored, or null; the caller checks it. */
export function recallFromTab(key: string): unknown {
  const text = recall(key, 'tab');
  try {
    return text === null ? null : JSON.parse(text);
  } catch (error) {
    warn(key, 'tab', error);
    return null;
  }
}

// Where storage is disabled, reading the property throws.
function storageOf(area: Area): Storage {
  return area === 'tab' ? sessionStorage : localStorage;
}

function warn(key: string, area: Area, error: unknown): void {
  console.warn(`"${key}" in the storage of this ${area}`, error);
}
