// One step of a short link, requested through the egress proxy.
import { AppError } from '../../shared/errors.ts';
import { PLATFORM_IDS } from '../../shared/platforms/platform.ts';
import { isUpstreamHost } from '../../shared/platforms/upstreams.ts';
import type { Door } from '../door/door.ts';
import { openRequest } from '../door/request.ts';
import { withLane } from '../door/with-lane.ts';
import type { HopRequest } from './follow.ts';

const MAX_PAGE_BYTES = 1024 ** 2;
/** Short links answer browsers. The same User-Agent as yt-dlp's. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** Requests an address of a platform. The start of a page is read before the egress session ends. */
export function requestShortLink(door: Door): HopRequest {
  return (address, signal) => {
    const { hostname } = new URL(address);
    const platform = PLATFORM_IDS.find((id) => isUpstreamHost(id, hostname));
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

/** The start of a page; the rest is not needed to find where it leads. */
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
