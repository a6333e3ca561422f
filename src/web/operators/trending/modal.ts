// What lies over the dashboard, if anything.
import { recallDraft } from '../shell/drafts.ts';

/** One dialog at a time. `link` of a new video is one that was offered. */
export type Modal =
  | { readonly kind: 'none' }
  | { readonly kind: 'add'; readonly link: string | null }
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'delete'; readonly id: string }
  | { readonly kind: 'order' };

/** Nothing. */
export const NO_MODAL: Modal = { kind: 'none' };

/** The name under which the tab keeps which dialog was open. */
export const MODAL_DRAFT = 'modal';

/** The dialog that was open with something typed when the page went away. */
export function draftedModal(): Modal {
  const kept = recallDraft(MODAL_DRAFT, readModal);
  if (!kept) return NO_MODAL;
  const name = kept.kind === 'edit' ? `edit:${kept.id}` : addDraftName(kept.link);
  return recallDraft(name, (typed) => typed) === null ? NO_MODAL : kept;
}

/** The name under which the tab keeps a new video. */
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
