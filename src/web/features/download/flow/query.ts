// Reads the URL parameters of the home page: platform, format, quality, link, part and fragment.

import { findLink } from '../../../../shared/link.ts';
import type { Quality } from '../../../../shared/media/qualities.ts';
import { QUALITIES } from '../../../../shared/media/qualities.ts';
import { MAIN_PLATFORM_IDS, type PlatformId } from '../../../../shared/platforms/platform.ts';
import { FORMATS, type Format, type Part } from '../../../download-client/flow-state.ts';

/** The parameters; null for missing and invalid ones, a missing part undefined as in a choice. */
export type PageQuery = {
  readonly platform: PlatformId | 'home' | null;
  readonly format: Format | null;
  readonly quality: Quality | null;
  readonly link: string | null;
  readonly part: Part | undefined;
  readonly fragment: 'about' | 'video-url-input' | null;
};

const PLATFORM_VALUES = [...MAIN_PLATFORM_IDS, 'home'] as const;
const FRAGMENTS = ['about', 'video-url-input'] as const;

/**
 * Parses `location.search` and `location.hash`. The link is in `u`, `url`, or the `text` of a share target; the part of its video in
 * `from` and `to`, in seconds, or in `chapter`, and how it begins in `cut`.
 */
export function readQuery(search: string, hash: string): PageQuery {
  const query = new URLSearchParams(search);
  return {
    platform: oneOf(PLATFORM_VALUES, query.get('platform')),
    format: oneOf(FORMATS, query.get('convert')),
    quality: oneOf(QUALITIES, query.get('quality')),
    link: query.get('u') || query.get('url') || findLink(query.get('text') ?? ''),
    part: partIn(query),
    fragment: oneOf(FRAGMENTS, hash.slice(1)),
  };
}

function partIn(query: URLSearchParams): Part | undefined {
  let part: Part | undefined;
  for (const name of ['from', 'to', 'chapter']) {
    const value = Number(query.get(name) || -1);
    if (value >= 0) part = { ...part, [name]: value };
  }
  return part && query.get('cut') === 'exact' ? { ...part, cut: 'exact' } : part;
}

function oneOf<T extends string>(values: readonly T[], value: string | null): T | null {
  const wanted = value?.toLowerCase();
  return values.find((one) => one === wanted) ?? null;
}
