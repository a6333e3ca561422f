// Fetches small texts through the egress proxy.
import type { SubtitleSource } from '../../core/subtitles/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import type { Door } from '../door/door.ts';
import { type OpenedRequest, openRequest } from '../door/request.ts';
import { withLane } from '../door/with-lane.ts';
import { decodeText } from './decode-text.ts';

/** How long to wait where a platform that refuses does not say, and at most. */
const WAIT_SECONDS = 60;
const MAX_WAIT_SECONDS = 3600;

/**
 * What can be fetched within one egress session. Throws AppError `rate_limited` for status 429, `upstream_error` for any other but
 * 200, `too_large`, `choice_unavailable` for an unknown encoding.
 */
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
    withLane(
      door,
      source.platform,
      (lane) =>
        use(async (address, maxBytes) => {
          const headers = headersFor(source, address);
          const answer = await openRequest(lane, { address, headers, maxBytes, signal });
          if (answer.status !== 200) {
            answer.discard();
            throw refusalOf(source, answer);
          }
          const bytes = Buffer.concat(await Array.fromAsync(answer.body));
          return decodeText(bytes, answer.headers['content-type']);
        }),
      source.via,
    );
}

function refusalOf(
  { platform }: SubtitleSource,
  { status, headers }: Pick<OpenedRequest, 'status' | 'headers'>,
): AppError {
  const params = { platform: PLATFORMS[platform].label };
  const detail = `status ${status}`;
  if (status !== 429) return new AppError('upstream_error', { params, detail });
  const asked = Number(headers['retry-after']);
  const retryAfterSeconds = asked > 0 ? Math.min(Math.ceil(asked), MAX_WAIT_SECONDS) : WAIT_SECONDS;
  return new AppError('rate_limited', { params: { ...params, retryAfterSeconds }, detail });
}

function headersFor(source: SubtitleSource, address: string): Readonly<Record<string, string>> {
  const cookies = Object.entries(source.cookies).map(([name, value]) => `${name}=${value}`);
  const isOwn = new URL(address).host === new URL(source.address).host;
  return { ...source.headers, ...(isOwn && cookies.length > 0 && { cookie: cookies.join('; ') }) };
}
