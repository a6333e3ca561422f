// The open dialog of the dashboard, if any.
import { recallDraft } from '../shell/drafts.ts';

/** The open dialog. `link` is a suggested link for a new video. */
export type Modal =
  | { readonly kind: 'none' }
  | { readonly kind: 'add'; readonly link: string | null }
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'delete'; readonly id: string }
  | { readonly kind: 'order' };

/** No dialog. */
export const NO_MODAL: Modal = { kind: 'none' };

/** The draft name of the open dialog. */
export const MODAL_DRAFT = 'modal';

/** Returns the dialog that was open with a draft when the page was closed. */
export function draftedModal(): Modal {
  const kept = recallDraft(MODAL_DRAFT, readModal);
  if (!kept) return NO_MODAL;
  const name = kept.kind === 'edit' ? `edit:${kept.id}` : addDraftName(kept.link);
  return recallDraft(name, (typed) => typed) === null ? NO_MODAL : kept;
}

/** Returns the draft name of a new video. */
export function addDraftName(link: string | null): string {
  return link === null ? 'add' : `add:${link}`;
}

function readModal(kept: unknown): Extract<Modal, { kind: 'add' | 'edit' }> | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { kind, id, link } = kept as Record<string, unknown>;
  if (kind === 'edit' && typeof id === 'string') return { kind, id };
  if (kind === 'add' && (link === null || typeof link === 'string')) return { kind, link };
  return null;
}
