// The draft of the forms, in sessionStorage: it survives failures, reloads and changes of language.
import type { FormId, TextName, TickName } from './fields.ts';

/** The draft. All three forms share it, so that a name is typed once. */
export type Draft = {
  readonly form: FormId;
  readonly offence: 'minors' | 'other';
  readonly texts: Readonly<Partial<Record<TextName, string>>>;
  readonly ticks: readonly TickName[];
};

/** A sent form, and the token of its case. */
export type Sent = { readonly form: FormId; readonly caseToken: string };

/** The empty draft. */
export const EMPTY_DRAFT: Draft = { form: 'copyright', offence: 'other', texts: {}, ticks: [] };

const DRAFT_KEY = 'takedown-draft';
const SENT_KEY = 'takedown-sent';

/** Returns the stored draft, or {@link EMPTY_DRAFT}. */
export function recallDraft(): Draft {
  return { ...EMPTY_DRAFT, ...recall<Draft>(DRAFT_KEY) };
}

/** Stores the draft; null deletes it. */
export function keepDraft(draft: Draft | null): void {
  keep(DRAFT_KEY, draft);
}

/** Returns the case sent last from this tab, until it is deleted; or null. */
export function recallSent(): Sent | null {
  return recall<Sent>(SENT_KEY);
}

/** Stores the sent case: the server sends its token only once. Null deletes it. */
export function keepSent(sent: Sent | null): void {
  keep(SENT_KEY, sent);
}

/** Switches to another form and clears its ticks, since its statements differ. */
export function withForm(draft: Draft, form: FormId): Draft {
  return { ...draft, form, ticks: [] };
}

/** Returns whether nothing was typed or ticked. */
export function isBlank({ texts, ticks }: Draft): boolean {
  return ticks.length === 0 && Object.values(texts).every((text) => text.trim() === '');
}

function recall<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
  } catch (error) {
    console.warn(`"${key}" could not be read from this tab's storage`, error);
    return null;
  }
}

function keep(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn(`"${key}" could not be written to this tab's storage`, error);
  }
}
