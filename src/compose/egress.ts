// Our own small requests through the door: thumbnails and short links, each in a lane of its own.
import type { Budget, Door, Lane } from '../adapters/door/door.ts';
import { openRequest } from '../adapters/door/request.ts';
import type { HopRequest } from '../adapters/short-links/follow.ts';
import type { FetchPicture } from '../adapters/thumbnails/thumbnails.ts';
import { AppError } from '../shared/errors.ts';
import { isHostOf, PLATFORMS } from '../shared/platforms/index.ts';
import { PLATFORM_IDS, type PlatformId } from '../shared/platforms/platform.ts';

const MB = 1024 ** 2;
const BUDGET: Budget = { maxBytes: 16 * MB, maxSockets: 8, idleMs: 15_000, totalMs: 20_000 };
const MAX_PAGE_BYTES = MB;
/** Short links answer browsers; what this says of itself is what yt-dlp says too. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** Opens a lane for one use, and closes it whatever happens. */
async function withLane<T>(
  door: Door,
  platform: PlatformId,
  use: (lane: Lane) => Promise<T>,
): Promise<T> {
  const lane = door.lane();
  lane.begin(platform, BUDGET);
  try {
    return await use(lane);
  } finally {
    lane.end();
    lane.close();
  }
}

/** The bytes of a picture; anything but a 200 is `not_found`. */
export function fetchPicture(door: Door): FetchPicture {
  return ({ address, headers, platform }, maxBytes, signal) =>
    withLane(door, platform, async (lane) => {
      const answer = await openRequest(lane, { address, headers, maxBytes, signal });
      if (answer.status !== 200) {
        answer.discard();
        throw new AppError('not_found', { detail: `the picture answered ${answer.status}` });
      }
      return Buffer.concat(await Array.fromAsync(answer.body));
    });
}

/** One step of a short link. A page's body is read whole, for its lane ends with it. */
export function requestShortLink(door: Door): HopRequest {
  return (address, signal) => {
    const { hostname } = new URL(address);
    const platform = PLATFORM_IDS.find((id) => isHostOf(PLATFORMS[id], hostname));
    if (!platform) throw new AppError('blocked_target', { detail: 'a host of no platform' });
    return withLane(door, platform, async (lane) => {
      const headers = {
        'user-agent': BROWSER,
        accept: 'text/html,*/*;q=0.8',
        'accept-language': 'en',
      };
      const answer = await openRequest(lane, {
        address,
        headers,
        maxBytes: MAX_PAGE_BYTES,
        signal,
      });
      const location = answer.headers['location'] ?? null;
      if (answer.status === 200)
        return { status: 200, location, body: asBody(await readStart(answer.body)) };
      answer.discard();
      return { status: answer.status, location, body: null };
    });
  };
}

/** A page as far as its bound; what lies beyond it is not needed to find where it leads. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'upstream_error')) throw error;
  }
  return chunks;
}

async function* asBody(chunks: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks;
}
