// Videos for benchmarks: they are in no list, and their id encodes their size.
import { formatOf } from './itags.ts';
import { type Video, video } from './videos.ts';

const PICTURE_KILOBITS = 6000;
const SOUND_KILOBITS = 128;
const SMALL_PICTURE_ITAG = 134;
const PICTURE_ITAG = 137;
const SOUND_ITAG = 140;

/** The formats of a long video: 1080p and its audio, as yt-dlp names them. */
export const BIG_FORMATS = `${PICTURE_ITAG}+${SOUND_ITAG}`;

/**
 * The id of a video of about this many megabytes in 1080p with audio. Takes of the same size have the same media under
 * another id, so that nothing cached for one helps with the next.
 */
export function bigVideoId(megabytes: number, take: number): string {
  return `labB${digits(megabytes)}${takeOf(take)}`;
}

/** The id of a small video of this length with audio of normal quality. */
export function longSoundId(seconds: number, take: number): string {
  return `labS${digits(seconds)}${takeOf(take)}`;
}

/** The video of an id that one of the two made; undefined for any other. */
export function bigVideo(id: string): Video | undefined {
  const [, kind, amount, take] = /^lab([BS])(\d{4})([0-9a-z]{3})$/.exec(id) ?? [];
  if (kind === undefined) return undefined;
  const seconds =
    kind === 'S'
      ? Number(amount)
      : Math.ceil((Number(amount) * 8000) / (PICTURE_KILOBITS + SOUND_KILOBITS));
  const picture = kind === 'S' ? formatOf(SMALL_PICTURE_ITAG, seconds) : filled(seconds);
  const title = `Take ${take} of ${seconds} seconds`;
  return video({ name: id, id, title, seconds, formats: [picture, sound(seconds)] });
}

function filled(seconds: number) {
  const { variant, ...format } = formatOf(PICTURE_ITAG, seconds);
  if (variant.picture === undefined) throw new TypeError('This format has no picture.');
  const picture = { ...variant.picture, kilobitsPerSecond: PICTURE_KILOBITS };
  return { ...format, variant: { ...variant, picture } };
}

function sound(seconds: number) {
  const { variant, ...format } = formatOf(SOUND_ITAG, seconds);
  if (variant.sound === undefined) throw new TypeError('This format has no sound.');
  const better = { ...variant.sound, kilobitsPerSecond: SOUND_KILOBITS };
  return { ...format, variant: { ...variant, sound: better } };
}

function digits(amount: number): string {
  if (!Number.isInteger(amount) || amount < 1 || amount > 9999)
    throw new TypeError(`There is no video of ${amount}.`);
  return String(amount).padStart(4, '0');
}

function takeOf(take: number): string {
  return take.toString(36).padStart(3, '0');
}
