// The draft of the forms, in sessionStorage: it survives failures, reloads and changes of language.
import { recallFromTab, storeInTab } from '../../browser/storage.ts';
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
  return { ...EMPTY_DRAFT, ...(recallFromTab(DRAFT_KEY) as Draft | null) };
}

/** Stores the draft; null deletes it. */
export function keepDraft(draft: Draft | null): void {
  storeInTab(DRAFT_KEY, draft);
}

/** Returns the case sent last from this tab, until it is deleted; or null. */
export function recallSent(): Sent | null {
  return recallFromTab(SENT_KEY) as Sent | null;
}

/** Stores the sent case: the server sends its token only once. Null deletes it. */
export function keepSent(sent: Sent | null): void {
  storeInTab(SENT_KEY, sent);
}

/** Switches to another form and clears its ticks, since its statements differ. */
export function withForm(draft: Draft, form: FormId): Draft {
  return { ...draft, form, ticks: [] };
}

/** Returns whether nothing was typed or ticked. */
export function isBlank({ texts, ticks }: Draft): boolean {
  return ticks.length === 0 && Object.values(texts).every((text) => text.trim() === '');
}
