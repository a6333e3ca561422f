// Fetches small texts through the egress proxy.
import type { SubtitleSource } from '../../core/subtitles/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import type { Door } from '../door/door.ts';
import { openRequest } from '../door/request.ts';
import { withLane } from '../door/with-lane.ts';

/** What can be fetched within one egress session. Throws AppError `upstream_error` for any status but 200, `too_large`. */
export type FetchText = (address: string, maxBytes: number) => Promise<string>;

/** Calls `use` with an egress session of the source's platform. */
export type WithText = <T>(
  source: SubtitleSource,
  signal: AbortSignal,
  use: (fetchText: FetchText) => Promise<T>,
) => Promise<T>;

/** Creates {@link WithText}. */
export function createTextFetcher(door: Door): WithText {
  return (source, signal, use) =>
    withLane(door, source.platform, (lane) =>
      use(async (address, maxBytes) => {
        const headers = headersFor(source, address);
        const answer = await openRequest(lane, { address, headers, maxBytes, signal });
        if (answer.status !== 200) {
          answer.discard();
          const params = { platform: PLATFORMS[source.platform].label };
          throw new AppError('upstream_error', { params, detail: `status ${answer.status}` });
        }
        const bytes = Buffer.concat(await Array.fromAsync(answer.body));
        return new TextDecoder().decode(bytes);
      }),
    );
}

function headersFor(source: SubtitleSource, address: string): Readonly<Record<string, string>> {
  const cookies = Object.entries(source.cookies).map(([name, value]) => `${name}=${value}`);
  const isOwn = new URL(address).host === new URL(source.address).host;
  return { ...source.headers, ...(isOwn && cookies.length > 0 && { cookie: cookies.join('; ') }) };
}
