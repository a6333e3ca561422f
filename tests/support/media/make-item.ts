// Builds items and inspections for tests of core: only what a test names differs from a plain ten-second video.

import type { Origin } from '../../../src/core/blocks/origin.ts';
import type { Inspection } from '../../../src/core/inspecting/inspection.ts';
import type { Item, Picture, Sound, Track } from '../../../src/shared/media/media.ts';

/** A picture, Default: H.264 1280×720 at 30 frames per second. */
export function makePicture(part: Partial<Picture> = {}): Picture {
  return { codec: 'h264', width: 1280, height: 720, fps: 30, dynamicRange: 'sdr', ...part };
}

/** A sound, Default: AAC 128 kbps in the original voice. */
export function makeSound(part: Partial<Sound> = {}): Sound {
  return {
    codec: 'aac',
    bitsPerSecond: 128_000,
    sampleRateHz: 44_100,
    channels: 2,
    language: null,
    role: 'original',
    ...part,
  };
}

/** A track. Default: neither picture nor sound. */
export function makeTrack(id: string, part: Partial<Track> = {}): Track {
  return {
    id,
    container: 'mp4',
    delivery: 'file',
    picture: null,
    sound: null,
    bitsPerSecond: null,
    bytes: 1_000_000,
    bytesExact: true,
    watermarked: false,
    caveats: [],
    rating: { preference: -1, quality: -1, source: -1 },
    ...part,
  };
}

/** A ten-second video with these tracks. */
export function makeItem(tracks: readonly Track[], part: Partial<Item> = {}): Item {
  return {
    id: 'item',
    index: 1,
    kind: 'video',
    title: 'A video',
    durationSeconds: 10,
    thumbnail: null,
    tracks,
    subtitles: [],
    chapters: [],
    ...part,
  };
}

/** An origin of which nothing is known. */
export const NO_ORIGIN: Origin = { mediaIds: [], sourceIds: [], uploaderIds: [] };

/** An inspection of a YouTube link with these items. */
export function makeInspection(
  items: readonly Item[],
  hints: Inspection['link']['hints'] = {},
): Inspection {
  return {
    id: 'inspection',
    link: {
      platform: 'youtube',
      kind: 'video',
      id: 'aaaaaaaaaaa',
      address: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
      hints,
    },
    media: {
      title: 'A video',
      author: null,
      description: null,
      publishedAtSeconds: null,
      ageLimit: null,
    },
    items,
    omittedItems: 0,
    inspectedAt: 0,
    expiresAt: 300_000,
  };
}
