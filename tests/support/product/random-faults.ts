// Faults drawn from a seed: any kind, on any host of a platform's media, at any place; for the seeded run of downloads.
import type { Fault, FaultRule } from '../../../lab/faults/faults.ts';
import type { MainPlatformId } from '../../../src/shared/platforms/platform.ts';

/** Numbers from 0 up to 1, the same for the same seed. */
export type Random = () => number;

/** Mulberry32: small, and even enough for tests. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of them. Throws when there is none. */
export function oneOf<T>(random: Random, some: readonly T[]): T {
  const found = some[Math.floor(random() * some.length)];
  if (found === undefined) throw new TypeError('There is nothing to draw from.');
  return found;
}

/** Where the media of each platform lie, and the pages that lead to them. */
const HOSTS: Readonly<Record<MainPlatformId, { readonly media: string; readonly pages: string }>> =
  {
    youtube: { media: '.googlevideo.com', pages: 'www.youtube.com' },
    tiktok: { media: 'v16-webapp-prime.tiktok.com', pages: 'www.tiktok.com' },
    instagram: { media: '.cdninstagram.com', pages: 'www.instagram.com' },
    facebook: { media: '.fbcdn.net', pages: 'www.facebook.com' },
    twitter: { media: '.twimg.com', pages: 'x.com' },
    snapchat: { media: '.sc-cdn.net', pages: 'www.snapchat.com' },
    pinterest: { media: '.pinimg.com', pages: 'www.pinterest.com' },
    threads: { media: '.cdninstagram.com', pages: 'www.threads.com' },
  };
/** The media of the lab are about this long. */
const BYTES = 150_000;
const STATUSES = [401, 403, 404, 408, 410, 416, 429, 451, 500, 502, 503] as const;

type Draw = (random: Random) => Fault;
const bytes = (random: Random, most = BYTES) => Math.floor(random() * most);
const times = (random: Random) => 1 + Math.floor(random() * 3);

/** What an origin of media does wrong. Those that hold a download up until a limit of half a minute are drawn seldom. */
const OF_MEDIA: readonly Draw[] = [
  (random) => ({ kind: 'reset', afterBytes: bytes(random), times: times(random) }),
  (random) => ({ kind: 'reset', afterBytes: bytes(random, 2000), times: times(random) }),
  (random) => ({ kind: 'shortBody', missingBytes: bytes(random), times: times(random) }),
  (random) => ({
    kind: 'wrongLength',
    extraBytes: bytes(random, 4000) - 2000,
    times: times(random),
  }),
  (random) => ({ kind: 'wrongLength', extraBytes: bytes(random, 4000) - 2000 }),
  () => ({ kind: 'noLength' }),
  () => ({ kind: 'ignoreRange' }),
  (random) => ({ kind: 'shiftRange', byBytes: bytes(random, 4000) - 2000, times: times(random) }),
  (random) => ({ kind: 'shiftRange', byBytes: bytes(random, 4000) - 2000, silent: true }),
  (random) => ({ kind: 'forbiddenAfter', requests: times(random) }),
  (random) => ({ kind: 'status', status: oneOf(random, STATUSES), times: times(random) }),
  (random) => ({ kind: 'status', status: oneOf(random, STATUSES) }),
  () => ({ kind: 'status', status: 503, headers: { 'retry-after': '1' }, times: 1 }),
  (random) => ({ kind: 'html', times: times(random) }),
  (random) => ({ kind: 'slow', bytesPerSecond: 60_000 + bytes(random) }),
  (random) => ({ kind: 'changedValidator', afterRequests: times(random) - 1 }),
  (random) => ({ kind: 'hole', atBytes: bytes(random), lengthBytes: 4096 + bytes(random, 40_000) }),
  (random) => ({ kind: 'hole', atBytes: bytes(random), lengthBytes: 4096 + bytes(random, 40_000) }),
  (random) => ({ kind: 'cut', atShare: 0.3 + 0.67 * random() }),
  (random) => ({ kind: 'cut', atShare: 0.9 + 0.07 * random() }),
  (random) => ({ kind: 'headerFlood', bytes: 20_000 + bytes(random), times: times(random) }),
  (random) => ({ kind: 'badChunk', times: times(random) }),
  (random) => ({ kind: 'gzipBomb', bytes: 10_000_000, times: times(random) }),
  () => ({ kind: 'redirectLoop' }),
  () => ({ kind: 'redirect', to: 'https://169.254.169.254/latest/meta-data/', times: 1 }),
  (random) => ({ kind: 'refuse', times: times(random) }),
  (random) => ({ kind: 'dnsNx', times: times(random) }),
  (random) => ({ kind: 'tlsExpired', times: times(random) }),
];
const SLOW_ONES: readonly Draw[] = [
  (random) => ({ kind: 'stall', afterBytes: bytes(random), times: 1 }),
  () => ({ kind: 'hang', times: 1 }),
  () => ({ kind: 'tlsStall', times: 1 }),
  () => ({ kind: 'blackhole', times: 1 }),
];
/** What pages do wrong, once each: a platform that is asked no more would leave nothing to see. */
const OF_PAGES: readonly Draw[] = [
  (random) => ({ kind: 'reset', afterBytes: bytes(random, 5000), times: 1 }),
  (random) => ({ kind: 'shortBody', missingBytes: bytes(random, 5000), times: 1 }),
  () => ({ kind: 'status', status: 500, times: 1 }),
  () => ({ kind: 'html', times: 1 }),
  () => ({ kind: 'refuse', times: 1 }),
];

/** A fault for a download from this platform; an offset may lie behind the end of a file, where it does nothing. */
export function drawFault(random: Random, platform: MainPlatformId): FaultRule {
  const { media, pages } = HOSTS[platform];
  const kind = random();
  if (kind < 0.06) return { host: pages, pathPrefix: '/', fault: oneOf(random, OF_PAGES)(random) };
  const draws = kind < 0.09 ? SLOW_ONES : OF_MEDIA;
  return { host: media, pathPrefix: '/', fault: oneOf(random, draws)(random) };
}
