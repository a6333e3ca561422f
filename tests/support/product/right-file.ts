// Tells in which ways a received file is not the one that a lab link declares; nothing of the product is asked.
import { colourDistance } from '../../../lab/media/measure.ts';
import type { Variant } from '../../../lab/media/media.ts';
import type { ExpectedFile } from '../../../lab/platform.ts';
import type { DownloadAnswer } from '../../../src/shared/api/download.ts';
import type { Contents, Stream } from './receive.ts';
import type { Received } from './visitor.ts';

/** Encoding moves a colour by up to 12, and those of one post are at least 30 apart or of other sizes. */
const COLOUR_TOLERANCE = 16;
const TONE_TOLERANCE_HZ = 3;
const SECONDS_TOLERANCE = 0.25;
/** How ffprobe calls what the lab calls otherwise. */
const CODEC_NAMES: Readonly<Record<string, string>> = { h265: 'hevc' };
const PHOTO_CODECS: Readonly<Record<string, string>> = { jpeg: 'mjpeg', png: 'png', webp: 'webp' };

/** What was asked for, as far as it says what kind of file must come. */
export type Kind = 'mp4' | 'mp3' | 'sound' | 'photo';

/** In which ways the file differs from each of the expected ones; empty when it is one of them. */
export function differences(
  contents: Contents,
  kind: Kind,
  expected: readonly ExpectedFile[],
): readonly string[] {
  const found = expected.map((file) => differencesFrom(contents, kind, file));
  return found.some((list) => list.length === 0) ? [] : found.map((list) => list.join('; '));
}

const BEHIND = [
  ['mdat', 'moov'],
  ['mdat', 'mdat', 'moov'],
];

function differencesFrom(
  contents: Contents,
  kind: Kind,
  { picture, sound }: ExpectedFile,
): string[] {
  const { streams, complaints, boxes, format } = contents;
  const shown = streams.filter(({ codec_type }) => codec_type === 'video');
  const heard = streams.filter(({ codec_type }) => codec_type === 'audio');
  const wrong: string[] = [];
  const want = (what: string, is: unknown, should: unknown) => {
    if (is !== should) wrong.push(`${what} is ${is}, not ${should}`);
  };
  want('pictures', shown.length, picture ? 1 : 0);
  want('sounds', heard.length, sound ? 1 : 0);
  want('complaints', complaints, '');
  if (picture?.picture && shown[0]) {
    wrong.push(...pictureDifferences(contents, kind, picture, shown[0]));
  }
  if (sound?.sound && heard[0]) {
    want('sound codec', heard[0].codec_name, kind === 'mp3' ? 'mp3' : sound.sound.codec);
    for (const tone of contents.tones)
      if (Math.abs((tone ?? 0) - sound.sound.toneHz) > TONE_TOLERANCE_HZ)
        wrong.push(`tone is ${tone}, not ${sound.sound.toneHz}`);
  }
  if (kind !== 'photo') {
    const seconds = (picture ?? sound)?.seconds ?? 0;
    if (Math.abs((contents.seconds ?? 0) - seconds) > SECONDS_TOLERANCE)
      wrong.push(`lasts ${contents.seconds} s, not ${seconds}`);
  }
  if (kind === 'mp4') want('an MP4', format.includes('mp4'), true);
  // Sources in fragments may become a file as they are, with its index at the end, and the texts of its chapters before that.
  const ofFragments = [picture, sound].every((one) => one?.isFragmented ?? true);
  const places = [['moov', 'mdat'], ...(ofFragments ? BEHIND : [])].map(String);
  const isIndexOrMedia = (type: string) => type === 'moov' || type === 'mdat' || type === 'moof';
  if (boxes.length > 0)
    want('its index is at its place', places.includes(String(boxes.filter(isIndexOrMedia))), true);
  return wrong;
}

function pictureDifferences(
  { colours }: Contents,
  kind: Kind,
  { picture, container }: Variant,
  shown: Stream,
): string[] {
  if (picture === undefined) return [];
  const wrong: string[] = [];
  const codec =
    kind === 'photo' ? PHOTO_CODECS[container] : (CODEC_NAMES[picture.codec] ?? picture.codec);
  if (shown.codec_name !== codec) wrong.push(`picture codec is ${shown.codec_name}, not ${codec}`);
  const size = `${shown.width}x${shown.height}`;
  if (size !== `${picture.width}x${picture.height}`)
    wrong.push(`size is ${size}, not ${picture.width}x${picture.height}`);
  for (const colour of colours)
    if (colourDistance(colour, picture.colour) > COLOUR_TOLERANCE)
      wrong.push(`colour is ${Object.values(colour)}, not ${picture.colour}`);
  if (colours.length === 0) wrong.push('no colour was seen');
  return wrong;
}

/** In which ways the answer says something else than what was received and is in it. */
export function falseClaims(
  answer: DownloadAnswer,
  { bytes, headers }: Received,
  contents: Contents,
): readonly string[] {
  const { receipt, filename, format } = answer;
  const shown = contents.streams.find(({ codec_type }) => codec_type === 'video');
  const heard = contents.streams.find(({ codec_type }) => codec_type === 'audio');
  const codec = receipt.picture?.codec ?? null;
  const isPhoto = receipt.container === 'image';
  const pairs: [what: string, said: unknown, true_: unknown][] = [
    ['Content-Length', headers.get('content-length'), String(bytes)],
    ['Accept-Ranges', headers.get('accept-ranges'), 'bytes'],
    ['ETag', /^"[^"]+"$/.test(headers.get('etag') ?? ''), true],
    ['bytes', receipt.bytes, bytes],
    ['name', filename.endsWith(`.${format}`), true],
    ['sound codec', receipt.sound?.codec ?? null, heard?.codec_name ?? null],
    ...(isPhoto
      ? []
      : ([
          ['picture codec', codec && (CODEC_NAMES[codec] ?? codec), shown?.codec_name ?? null],
          [
            'duration',
            Math.abs((receipt.durationSeconds ?? 0) - (contents.seconds ?? 0)) < SECONDS_TOLERANCE,
            true,
          ],
        ] as [string, unknown, unknown][])),
    ['width', receipt.picture?.width ?? null, shown?.width ?? null],
    ['height', receipt.picture?.height ?? null, shown?.height ?? null],
  ];
  return pairs.flatMap(([what, said, is]) => (said === is ? [] : [`${what}: ${said}, but ${is}`]));
}
