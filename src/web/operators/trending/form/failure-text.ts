// The message for a failed action of an operator: that of the server's code, else what was tried.
import { UNKNOWN_FIGURES } from '../../../../shared/errors.ts';
import { RequestError } from '../../../browser/request.ts';
import type { WordKey } from '../../../words/keys.ts';
import type { Words } from '../../../words/words.tsx';

/** Default values for params that the server did not send. */
const UNKNOWN = { ...UNKNOWN_FIGURES, platform: '', field: 'none' } as const;

/** The labels of the API's fields. */
const LABELS: ReadonlyMap<unknown, WordKey> = new Map([
  ['title', 'operators-trending.title'],
  ['description', 'operators-trending.description'],
  ['videoUrl', 'operators-trending.videoUrl'],
  ['url', 'operators-trending.videoUrl'],
  ['thumbnailUrl', 'operators-trending.thumbnailUrl'],
  ['platform', 'operators-trending.platform'],
  ['featured', 'operators-trending.featured'],
  ['file', 'operators-trending.file'],
]);

/** Returns the message in the language of the page; `fallback` names what was tried. */
export function failureText(error: unknown, fallback: string, t: Words['t']): string {
  if (!(error instanceof RequestError) || !error.answer) return fallback;
  const { code, params, message } = error.answer;
  const label = LABELS.get(params?.['field']);
  for (const key of [`operator-errors.${code}`, `errors.${code}`]) {
    const text = t(key as WordKey, { ...UNKNOWN, ...params, ...(label && { field: t(label) }) });
    // `t` returns the key if there is no text.
    if (text !== key) return text;
  }
  return message || fallback;
}

/** Returns whether another operator has changed the video in the meantime. */
export function isConflict(error: unknown): boolean {
  return error instanceof RequestError && error.status === 412;
}

/** Returns whether the object of the action no longer exists. */
export function isGone(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404;
}
