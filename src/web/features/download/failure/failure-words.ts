// The sentence for a failure: the words of its code, filled with what is known.
import { UNKNOWN_FIGURES } from '../../../../shared/errors.ts';
import type { Words } from '../../../words/words.tsx';
import type { Failure } from './failure.ts';

const OWN: ReadonlySet<string> = new Set(['offline', 'unreadable', 'cookies_off']);

/** What happened and whose side it is on, in one or two sentences. */
export function failureWords(failure: Failure, platformName: string | null, t: Words['t']): string {
  const { code, params } = failure;
  if (code === 'offline' || code === 'unreadable' || code === 'cookies_off')
    return t(`download.${code}`);
  // Of a link that is none of ours there is no platform to name.
  const nobody = code === 'unsupported_url' ? 'none' : t('download.thePlatform');
  const platform = platformName ?? nobody;
  // The names of fields are for programs.
  return t(`errors.${code}`, { platform, ...UNKNOWN_FIGURES, ...params, field: 'none' });
}

/** Whether the failure has a code that the server's documents explain. */
export function hasPublicCode(failure: Failure): boolean {
  return !OWN.has(failure.code);
}
