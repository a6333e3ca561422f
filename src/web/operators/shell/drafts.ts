// What operators have typed and not sent yet, kept in the tab: a session that ends, or a page loaded anew, loses nothing.

const PREFIX = 'operators-draft:';
const OWNER = `${PREFIX}owner`;

/** Keeps a draft under a name; null forgets it. Where the tab keeps nothing, that is only logged. */
export function keepDraft(name: string, draft: unknown): void {
  try {
    if (draft === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
  } catch (error) {
    console.warn('a draft could not be kept', error);
  }
}

/** The draft of a name as `read` understands it; null where there is none, or none that it understands. */
export function recallDraft<T>(name: string, read: (kept: unknown) => T | null): T | null {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text === null ? null : read(JSON.parse(text));
  } catch (error) {
    console.warn('a draft could not be read', error);
    return null;
  }
}

/** From now on the drafts are this operator's; whoever signs in after another one sees none of theirs. */
export function claimDrafts(email: string): void {
  try {
    if (sessionStorage.getItem(OWNER) === email) return;
    forgetDrafts();
    sessionStorage.setItem(OWNER, email);
  } catch (error) {
    console.warn('the drafts have no owner', error);
  }
}

/** Forgets all of them. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch (error) {
    console.warn('the drafts could not be forgotten', error);
  }
}
