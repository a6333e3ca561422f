// The sentence for an action of an operator that failed: what the server says of it, else what was tried.
import { UNKNOWN_FIGURES } from '../../../../shared/errors.ts';
import { RequestError } from '../../../browser/request.ts';
import type { WordKey } from '../../../words/keys.ts';
import type { Words } from '../../../words/words.tsx';

/** Values for the places of sentences whose own the server did not send. */
const UNKNOWN = { ...UNKNOWN_FIGURES, platform: '', field: 'none' } as const;

/** What the forms call the fields of the calls. */
const LABELS: ReadonlyMap<unknown, WordKey> = new Map([
  ['title', 'curating.title'],
  ['description', 'curating.description'],
  ['videoUrl', 'curating.videoUrl'],
  ['url', 'curating.videoUrl'],
  ['thumbnailUrl', 'curating.thumbnailUrl'],
  ['platform', 'curating.platform'],
  ['featured', 'curating.featured'],
  ['file', 'curating.file'],
]);

/** In the language of the page where its code has words there; `fallback` names what was tried. */
export function failureText(error: unknown, fallback: string, t: Words['t']): string {
  if (!(error instanceof RequestError) || !error.answer) return fallback;
  const { code, params, message } = error.answer;
  const label = LABELS.get(params?.['field']);
  for (const key of [`operator-errors.${code}`, `errors.${code}`]) {
    const text = t(key as WordKey, { ...UNKNOWN, ...params, ...(label && { field: t(label) }) });
    // Shows the key where there is no text.
    if (text !== key) return text;
  }
  return message || fallback;
}

/** Whether another operator changed the video in the meantime. */
export function isConflict(error: unknown): boolean {
  return error instanceof RequestError && error.status === 412;
}

/** Whether what was to be changed is gone. */
export function isGone(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404;
}
