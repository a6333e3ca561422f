// Unsent form input of operators in sessionStorage: an expired session or a reload loses nothing.

const PREFIX = 'operators-draft:';
const OWNER = `${PREFIX}owner`;

/** Stores a draft under a name; null deletes it. Where storage is unavailable, that is only logged. */
export function keepDraft(name: string, draft: unknown): void {
  try {
    if (draft === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
  } catch (error) {
    console.warn('a draft could not be stored', error);
  }
}

/** Returns the draft of a name as parsed by `read`; null where there is none or it cannot be parsed. */
export function recallDraft<T>(name: string, read: (kept: unknown) => T | null): T | null {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text === null ? null : read(JSON.parse(text));
  } catch (error) {
    console.warn('a draft could not be read', error);
    return null;
  }
}

/** Assigns the drafts to this operator; drafts of another operator are deleted. */
export function claimDrafts(email: string): void {
  try {
    if (sessionStorage.getItem(OWNER) === email) return;
    forgetDrafts();
    sessionStorage.setItem(OWNER, email);
  } catch (error) {
    console.warn('the drafts could not be assigned', error);
  }
}

/** Deletes all drafts. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch (error) {
    console.warn('the drafts could not be deleted', error);
  }
}
