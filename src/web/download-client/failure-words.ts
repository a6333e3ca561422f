// The message of a failure: the text of its code with the known values filled in.
import { UNKNOWN_FIGURES } from '../../shared/errors.ts';
import type { Words } from '../words/words.tsx';
import type { Failure } from './failure.ts';

const OWN: ReadonlySet<string> = new Set(['offline', 'unreadable', 'cookies_off']);

/** Returns what happened and on whose side, in one or two sentences. */
export function failureWords(failure: Failure, platformName: string | null, t: Words['t']): string {
  const { code, params } = failure;
  if (code === 'offline' || code === 'unreadable' || code === 'cookies_off')
    return t(`download.${code}`);
  // An unsupported link has no platform to name.
  const unnamed = code === 'unsupported_url' ? 'none' : t('download.thePlatform');
  const platform = platformName ?? unnamed;
  // Field names are meant for programs.
  return t(`errors.${code}`, { platform, ...UNKNOWN_FIGURES, ...params, field: 'none' });
}

/** Returns whether the failure has a code that docs/errors.md explains. */
export function hasPublicCode(failure: Failure): boolean {
  return !OWN.has(failure.code);
}
