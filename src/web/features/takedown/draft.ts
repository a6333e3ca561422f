// What was typed so far, kept in this tab: it outlives a failure, a reload and another language, and ends with the tab.
import type { FormId, TextName, TickName } from './fields.ts';

/** What was typed. All three forms share it, so that a name is typed once. */
export type Draft = {
  readonly form: FormId;
  readonly offence: 'minors' | 'other';
  readonly texts: Readonly<Partial<Record<TextName, string>>>;
  readonly ticks: readonly TickName[];
};

/** What arrived, and the token of its case. */
export type Sent = { readonly form: FormId; readonly caseToken: string };

/** Nothing typed yet. */
export const EMPTY_DRAFT: Draft = { form: 'copyright', offence: 'other', texts: {}, ticks: [] };

const DRAFT_KEY = 'takedown-draft';
const SENT_KEY = 'takedown-sent';

/** What this tab remembers; {@link EMPTY_DRAFT} when that is nothing. */
export function recallDraft(): Draft {
  return { ...EMPTY_DRAFT, ...recall<Draft>(DRAFT_KEY) };
}

/** Keeps what was typed; null forgets it. */
export function keepDraft(draft: Draft | null): void {
  keep(DRAFT_KEY, draft);
}

/** What was sent last from this tab, until it is put away; null for nothing. */
export function recallSent(): Sent | null {
  return recall<Sent>(SENT_KEY);
}

/** Stores the sent case: the server sends its token only once. Null deletes it. */
export function keepSent(sent: Sent | null): void {
  keep(SENT_KEY, sent);
}

/** Another form. A tick under one sentence says nothing about another one. */
export function withForm(draft: Draft, form: FormId): Draft {
  return { ...draft, form, ticks: [] };
}

/** Whether anything was typed or ticked. */
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
    console.warn(`"${key}" could not be kept in this tab's storage`, error);
  }
}
