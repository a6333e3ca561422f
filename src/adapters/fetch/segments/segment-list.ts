// The segments of a part by its current source; read again after a refresh.

import type { Span } from '../../../core/choosing/choice.ts';
import type { Source } from '../../../core/inspecting/inspection.ts';
import { AppError } from '../../../shared/errors.ts';
import { MAX_FRAGMENTS } from '../../../shared/limits.ts';
import { fetchIntoMemory } from '../fetch-small.ts';
import type { PartContext } from '../part-file/part-context.ts';
import type { Segment } from './segment.ts';
import { segmentsWithin } from './segments-within.ts';

/** The list and the keys. Both reject with AppError. */
export type SegmentList = {
  readonly all: () => Promise<readonly Segment[]>;
  /** Where they begin in the source, in seconds; known once they are. */
  readonly startsAt: () => number;
  /** Whether they are all that are listed; known likewise. */
  readonly isWhole: () => boolean;
  /** The key of a segment, fetched once per address; null when it is not encrypted. */
  readonly keyOf: (index: number) => Promise<Buffer | null>;
};

const MAX_PLAYLIST_BYTES = 8 * 1024 * 1024;
const KEY_BYTES = 16;
/** A master playlist may lead to a media playlist, and no further. */
const MAX_DEPTH = 2;

/** The list of a part delivered by `hls` or `dash`, of which only what holds a span is used. */
export function createSegmentList(
  context: PartContext,
  delivery: 'hls' | 'dash',
  span: Span | null = null,
): SegmentList {
  const { origin } = context;
  let known: {
    readonly generation: number;
    readonly segments: Promise<readonly Segment[]>;
  } | null = null;
  let startsAt = 0;
  let isWhole = true;
  let keys = new Map<string, Promise<Buffer | null>>();

  async function load(): Promise<readonly Segment[]> {
    for (;;) {
      const { source } = origin.current();
      const segments =
        delivery === 'dash' ? fragmentsOf(source) : await loadPlaylist(source.address);
      if (segments) return segments;
    }
  }

  async function loadPlaylist(first: string): Promise<readonly Segment[] | null> {
    let address = first;
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      const bytes = await fetchIntoMemory(context, address, MAX_PLAYLIST_BYTES);
      if (bytes === null) return null;
      // Addresses in a playlist are relative to its final address.
      const playlist = await context.parsePlaylist(
        new Uint8Array(bytes),
        origin.shortcut(address),
        context.signal,
      );
      if ('segments' in playlist) return playlist.segments;
      address = playlist.variant;
    }
    throw new AppError('bad_media', { detail: 'playlists within playlists' });
  }

  async function all(): Promise<readonly Segment[]> {
    const before = known;
    const { generation } = origin.current();
    if (before?.generation === generation) return before.segments;
    keys = new Map();
    const segments = load().then(async (listed) => {
      const { segments: loaded, startSeconds } = segmentsWithin(listed, span);
      const count = before ? (await before.segments).length : loaded.length;
      if (count !== loaded.length || (before && startsAt !== startSeconds))
        throw new AppError('bad_media', { detail: 'another playlist' });
      startsAt = startSeconds;
      isWhole = loaded === listed;
      return loaded;
    });
    known = { generation, segments };
    segments.catch(() => undefined); // callers receive the failure
    const loaded = await segments;
    // The source went stale while its playlist was read: use its successor's list.
    if (known.segments === segments) known = { generation: origin.current().generation, segments };
    return loaded;
  }

  async function keyOf(index: number): Promise<Buffer | null> {
    for (;;) {
      const seal = (await all())[index]?.seal;
      if (!seal) return null;
      const fetching = keys.get(seal.keyAddress) ?? fetchIntoMemory(context, seal.keyAddress, 1024);
      keys.set(seal.keyAddress, fetching);
      const key = await fetching;
      if (key?.length === KEY_BYTES) return key;
      if (key) throw new AppError('bad_media', { detail: 'a key of another length' });
      keys.delete(seal.keyAddress);
    }
  }

  return { all, keyOf, startsAt: () => startsAt, isWhole: () => isWhole };
}

function fragmentsOf({ fragments }: Source): readonly Segment[] {
  if (!fragments || fragments.length === 0)
    throw new AppError('bad_media', { detail: 'a source without its fragments' });
  if (fragments.length > MAX_FRAGMENTS)
    throw new AppError('bad_media', { detail: `more than ${MAX_FRAGMENTS} fragments` });
  return fragments.map(({ address, durationSeconds }, index) => ({
    address,
    range: null,
    seal: null,
    mayBeOpen: false,
    listedAt: null,
    // The first one is the initialization section, of which no length is listed.
    seconds: index === 0 ? (durationSeconds ?? 0) : durationSeconds,
  }));
}
