// Unsent form input of operators in sessionStorage: an expired session or a reload loses nothing.
import { recall, recallFromTab, store, storeInTab } from '../../browser/storage.ts';

const PREFIX = 'operators-draft:';
const OWNER = `${PREFIX}owner`;

/** Stores a draft under a name; null deletes it. Where storage is unavailable, that is only logged. */
export function keepDraft(name: string, draft: unknown): void {
  storeInTab(PREFIX + name, draft);
}

/** Returns the draft of a name as parsed by `read`; null where there is none or it cannot be parsed. */
export function recallDraft<T>(name: string, read: (kept: unknown) => T | null): T | null {
  const kept = recallFromTab(PREFIX + name);
  return kept === null ? null : read(kept);
}

/** Assigns the drafts to this operator; drafts of another operator are deleted. */
export function claimDrafts(email: string): void {
  if (recall(OWNER, 'tab') === email) return;
  forgetDrafts();
  store(OWNER, email, 'tab');
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
