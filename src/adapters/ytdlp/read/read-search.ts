// From the engine's answer to a search to the videos that it found.
import { z } from 'zod';
import type { ListEntry } from '../../../core/inspecting/list.ts';
import { AppError } from '../../../shared/errors.ts';
import { MAX_SEARCH_RESULTS } from '../../../shared/limits.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { readEntry } from './read-entry.ts';

const shape = z.object({ _type: z.literal('playlist'), entries: z.array(z.unknown()) });

/**
 * The videos, in the platform's order, at most ten and each once; without channels, lists and what cannot be downloaded or has no
 * title. Throws AppError `platform_changed` for what is no answer to a search.
 */
export function readSearch(info: unknown, platform: PlatformId): ListEntry[] {
  const found = shape.safeParse(info).data;
  if (!found) throw new AppError('platform_changed', { detail: 'search: no list of results' });
  const videos = new Map<string, ListEntry>();
  for (const [index, raw] of found.entries.slice(0, MAX_SEARCH_RESULTS).entries()) {
    const video = readEntry(raw, index, platform);
    if (typeof video === 'string' || video.title === null) continue;
    if (!videos.has(video.link.id)) videos.set(video.link.id, video);
  }
  return [...videos.values()];
}
