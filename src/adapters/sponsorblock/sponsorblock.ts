// The port VideoMarks for YouTube: SponsorBlock, which gets the first letters of a hash and so does not learn which video it is.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../core/async/clock.ts';
import type { Mark, VideoMarks } from '../../core/inspecting/ports.ts';
import type { Door, Lane } from '../door/door.ts';
import { openRequest } from '../door/request.ts';
import { withLane } from '../door/with-lane.ts';

/** Titles of the chapters, by the service's categories. */
const TITLES: Readonly<Record<string, string>> = {
  sponsor: 'Sponsor',
  selfpromo: 'Self-promotion',
  interaction: 'Interaction reminder',
  intro: 'Intermission',
  outro: 'Endcards',
  preview: 'Preview',
  music_offtopic: 'Non-music',
};
/** Not that of a clip. */
const VIDEO_ID = /^[\w-]{11}$/;
const PREFIX_LETTERS = 4;
const MAX_BYTES = 2 * 1024 * 1024;
/** An inspection does not wait for it longer than that, from its own start on. */
const MAX_MS = 3000;
/** How long a service that fails is left alone. */
const PAUSE_MS = 5 * 60_000;
const MAX_MARKS = 200;

const segment = z.object({
  segment: z.tuple([z.number().min(0), z.number().positive()]),
  category: z.string(),
  videoDuration: z.number().min(0).optional(),
});
/** Each segment is a stranger's: one that is malformed costs none of the others. */
const video = z.object({ videoID: z.string(), segments: z.array(segment.nullable().catch(null)) });
const answer = z.array(video.nullable().catch(null));

/** Creates it for the service at an origin. Its failures are reported once and followed by a pause. */
export function createSponsorBlock(needs: {
  readonly door: Door;
  readonly origin: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly warn: (message: string, cause: unknown) => void;
}): VideoMarks {
  const { door, origin, clock, warn } = needs;
  let pausedUntil = 0;
  return {
    async read(link, signal) {
      if (link.platform !== 'youtube' || !VIDEO_ID.test(link.id)) return [];
      if (clock.now() < pausedUntil) return [];
      const within = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
      try {
        return await withLane(door, 'youtube', (lane) => marksOf(lane, origin, link.id, within));
      } catch (error) {
        if (signal.aborted) return [];
        pausedUntil = clock.now() + PAUSE_MS;
        warn('SponsorBlock could not be read, and is not for five minutes', error);
        return [];
      }
    },
  };
}

async function marksOf(lane: Lane, origin: string, id: string, signal: AbortSignal) {
  const prefix = createHash('sha256').update(id).digest('hex').slice(0, PREFIX_LETTERS);
  const address = new URL(`/api/skipSegments/${prefix}`, origin);
  address.searchParams.set('categories', JSON.stringify(Object.keys(TITLES)));
  address.searchParams.set('actionTypes', '["skip"]');
  const headers = { accept: 'application/json' };
  const opened = await openRequest(lane, {
    address: address.href,
    headers,
    maxBytes: MAX_BYTES,
    signal,
  });
  if (opened.status !== 200) {
    opened.discard();
    // Nothing is marked.
    if (opened.status === 404) return [];
    throw new Error(`status ${opened.status}`);
  }
  const text = Buffer.concat(await Array.fromAsync(opened.body)).toString();
  return readMarks(JSON.parse(text), id);
}

/** The marks of one video out of an answer about all that share the letters. Throws for what is no answer. Pure. */
export function readMarks(json: unknown, id: string): readonly Mark[] {
  const segments = answer
    .parse(json)
    .flatMap((video) => (video?.videoID === id ? video.segments : []));
  return segments.flatMap((one) => markOf(one) ?? []).slice(0, MAX_MARKS);
}

function markOf(one: z.output<typeof segment> | null): Mark | null {
  const title = one && Object.hasOwn(TITLES, one.category) ? TITLES[one.category] : undefined;
  if (!one || title === undefined) return null;
  const [startSeconds, endSeconds] = one.segment;
  if (startSeconds >= endSeconds) return null;
  return { title, startSeconds, endSeconds, videoSeconds: one.videoDuration || null };
}
