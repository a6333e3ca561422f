// The media servers of Instagram, Facebook and Threads: clips, signed addresses and DASH manifests.
import { createHash } from 'node:crypto';
import type { MediaLibrary, Variant } from '../../media/media.ts';
import type { ExpectedTrack, LabAnswer, LabRequest } from '../../platform.ts';
import { mediaFile, picture, refusal } from '../answers.ts';

/** Duration of every clip of the lab's Meta platforms. */
export const CLIP_SECONDS = 10;
/** Lifetime of an address. */
const LIFETIME_SECONDS = 4 * 3600;

/** The clips of one media server by their names in addresses. */
export type Clips = Readonly<Record<string, Variant>>;

type Look = {
  readonly size: readonly [width: number, height: number];
  readonly colour: string;
  readonly codec?: 'h264' | 'vp9' | 'av1';
};

/** A clip with video. */
export type Film = Variant & { readonly picture: NonNullable<Variant['picture']> };

/** A clip with video and, where `toneHz` is given, audio: one progressive MP4. */
export function film(look: Look & { readonly toneHz?: number }): Film {
  const [width, height] = look.size;
  const seen = { codec: look.codec ?? 'h264', width, height, fps: 30, colour: look.colour };
  const silent: Film = { container: 'mp4', seconds: CLIP_SECONDS, picture: seen };
  if (look.toneHz === undefined) return silent;
  return { ...silent, sound: { codec: 'aac', toneHz: look.toneHz, kilobitsPerSecond: 48 } };
}

/** The audio of a DASH manifest. */
export function voice(toneHz: number): Variant {
  const sound = { codec: 'aac', toneHz, kilobitsPerSecond: 64 } as const;
  return { container: 'm4a', seconds: CLIP_SECONDS, sound };
}

/** The address of a clip with Meta's signature and expiry; `extra` goes into the query. */
export function clipAddress(
  host: string,
  name: string,
  extra: Readonly<Record<string, string>> = {},
): string {
  return signed(host, `/o1/v/t2/f2/m86/${name}.${name.startsWith('sound') ? 'm4a' : 'mp4'}`, extra);
}

/** The address of a still image of one colour (`#rrggbb`), such as a thumbnail or a photo. */
export function stillAddress(host: string, colour: string, width: number, height: number): string {
  return signed(host, `/v/t51.2885-15/${colour.slice(1)}_${width}x${height}_n.jpg`);
}

function signed(host: string, path: string, extra: Readonly<Record<string, string>> = {}): string {
  const ends = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS;
  const query = new URLSearchParams({
    ...extra,
    _nc_ht: host,
    oh: signatureOf(path),
    oe: ends.toString(16).toUpperCase(),
  });
  return `https://${host}${path}?${query}`;
}

function signatureOf(path: string): string {
  return `00_${createHash('sha256').update(path).digest('base64url').slice(0, 22)}`;
}

/**
 * The media server's response; null for an unknown file. Like the real one it refuses changed and expired addresses.
 */
export async function answerMedia(
  { url }: LabRequest,
  clips: Clips,
  media: MediaLibrary,
): Promise<LabAnswer | null> {
  const variant = variantOf(url.pathname, clips);
  if (variant === undefined) return null;
  const ends = Number.parseInt(url.searchParams.get('oe') ?? '', 16);
  const isSigned = url.searchParams.get('oh') === signatureOf(url.pathname);
  if (!isSigned || !(ends * 1000 > Date.now())) return refusal(403);
  return mediaFile(media, variant);
}

function variantOf(path: string, clips: Clips): Variant | undefined {
  const still = /\/([0-9a-f]{6})_(\d+)x(\d+)_n\.jpg$/.exec(path);
  if (still) return picture(`#${still[1]}`, Number(still[2]), Number(still[3]));
  const name = /\/([\w-]+)\.(?:mp4|m4a)$/.exec(path)?.[1];
  return name !== undefined && Object.hasOwn(clips, name) ? clips[name] : undefined;
}

const CODECS = {
  h264: 'avc1.42C028',
  h265: 'hvc1.1.6.L120.90',
  vp9: 'vp09.00.40.08.00.01.01.01.00',
  av1: 'av01.0.08M.08',
};

/** Meta's DASH manifest over these clips: one file per size, with true rates and lengths. */
export async function dashManifest(options: {
  readonly media: MediaLibrary;
  readonly host: string;
  readonly clips: Clips;
  /** Names of `clips`: videos, and audio beginning with `sound`. */
  readonly names: readonly string[];
  /** `30` or a fraction; yt-dlp reads only the former. */
  readonly frameRate: string;
}): Promise<string> {
  const sets: string[] = [];
  for (const [at, name] of options.names.entries()) {
    const variant = options.clips[name];
    if (variant === undefined) throw new TypeError(`There is no clip ${name}.`);
    const { bytes } = await options.media.file(variant);
    const rate = Math.ceil((bytes * 8) / variant.seconds);
    const seen = variant.picture;
    const about = seen
      ? `mimeType="video/mp4" codecs="${CODECS[seen.codec]}" width="${seen.width}" height="${seen.height}" ` +
        `frameRate="${options.frameRate}" FBQualityLabel="${Math.min(seen.width, seen.height)}p"`
      : 'mimeType="audio/mp4" codecs="mp4a.40.2" audioSamplingRate="48000"';
    sets.push(
      `<AdaptationSet subsegmentAlignment="true"><Representation id="${at + 1}00${seen ? 'v' : 'a'}" bandwidth="${rate}" ` +
        `FBContentLength="${bytes}" ${about}><BaseURL>${clipAddress(options.host, name).replaceAll('&', '&amp;')}</BaseURL>` +
        '</Representation></AdaptationSet>',
    );
  }
  return (
    '<?xml version="1.0" encoding="UTF-8"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" ' +
    `mediaPresentationDuration="PT${CLIP_SECONDS}S"><Period duration="PT${CLIP_SECONDS}S">${sets.join('')}</Period></MPD>`
  );
}

/** The expected track of a clip that is one file, without what its platform does not say. */
export function trackOf(
  { picture: seen, sound }: Variant,
  unsaid: readonly ('size' | 'fps' | 'sound')[] = [],
): ExpectedTrack {
  return {
    delivery: 'file',
    ...(seen && { videoCodec: seen.codec }),
    ...(seen && !unsaid.includes('size') && { width: seen.width, height: seen.height }),
    ...(seen && !unsaid.includes('fps') && { fps: seen.fps }),
    ...(sound && !unsaid.includes('sound') && { audioCodec: sound.codec }),
  };
}
