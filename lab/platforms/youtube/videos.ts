// The videos that the lab's YouTube holds and that can be played: their formats, and what an inspection must show.
import type { ErrorCode } from '../../../src/shared/errors.ts';
import type { Delivery } from '../../../src/shared/media/media.ts';
import type { Expected } from '../../platform.ts';
import type { CaptionSwitch } from './captions.ts';
import { type Format, formatOf } from './itags.ts';
import { ALL_ALIKE, ALL_BUT_ONE_DUBBED, DESCRIBED, GERMAN, ORIGINAL, SPANISH } from './voices.ts';

/** A subtitle track. Those made by machine can be had in other languages too, which no inspection shows. */
type Caption = {
  readonly language: string;
  readonly name: string;
  readonly automatic: boolean;
  readonly how?: CaptionSwitch;
};
type ChapterMark = { readonly title: string; readonly startSeconds: number };

/**
 * How the bytes of a video are offered: plain addresses; a manifest alone; addresses that need the player's script
 * (`puzzle`); no address at all (`sabr`); addresses of locked files (`drm`); the pieces of a stream that runs (`live`)
 * or has just ended (`postLive`).
 */
type Offer = 'files' | 'hls' | 'dash' | 'puzzle' | 'sabr' | 'drm' | 'live' | 'postLive';

/** A video that plays. `urls` are all the ways in which visitors write its address in the lab's list. */
export type Video = {
  readonly name: string;
  readonly id: string;
  readonly urls: readonly { readonly name: string; readonly url: string }[];
  readonly title: string;
  readonly author: string;
  /** The name of its channel, where that is not the author's. */
  readonly channel?: string;
  readonly seconds: number;
  readonly upright: boolean;
  readonly offer: Offer;
  readonly formats: readonly Format[];
  readonly description: string;
  readonly chapters: readonly ChapterMark[];
  /** The engine cannot read them from the description. */
  readonly areChaptersListed?: true;
  readonly captions: readonly Caption[];
  readonly hasStoryboard: boolean;
  readonly wasLive: boolean;
  /** True when the media host refuses every request for it. */
  readonly isForbidden: boolean;
  readonly expect: Expected;
};

const plain = {
  urls: [],
  author: 'Platform Lab',
  seconds: 10,
  upright: false,
  offer: 'files',
  description: 'Made for the lab.',
  chapters: [],
  captions: [],
  hasStoryboard: true,
  wasLive: false,
  isForbidden: false,
} as const;

const SOUNDS = [140, 251, 250, 249];

/** Every video that plays. */
export const VIDEOS: readonly Video[] = [
  video({
    name: 'H.264 up to 1080p60, VP9, AV1 in MP4, chapters, subtitles',
    id: 'labMain_001',
    title: 'A walk through the colour garden',
    formats: itags(10, [18, 160, 133, 134, 135, 298, 299, 243, 302, 303, 399, ...SOUNDS]),
    chapters: [
      { title: 'The gate', startSeconds: 0 },
      { title: 'The pond', startSeconds: 3 },
      { title: 'The hill', startSeconds: 7 },
    ],
    captions: [
      { language: 'en', name: 'English', automatic: false },
      { language: 'fr', name: 'French', automatic: false },
      { language: 'en', name: 'English (auto-generated)', automatic: true },
    ],
    urls: [
      {
        name: 'one video of a list',
        url: watch('labMain_001', '&list=PLab0123456789abcdef&index=2'),
      },
      { name: 'short address with a start', url: 'https://youtu.be/labMain_001?si=a1B2c3D4&t=4' },
      {
        name: 'on the music host',
        url: 'https://music.youtube.com/watch?v=labMain_001&feature=share',
      },
    ],
  }),
  video({
    name: '2160p60 in VP9, HDR, 1440p in AV1, four seconds long',
    id: 'labUhd__001',
    title: 'Four seconds of very many pixels',
    seconds: 4,
    formats: itags(4, [134, 299, 303, 308, 315, 336, 400, 140, 251]),
  }),
  video({
    name: 'original voice, a dub, an automatic dub, a description',
    id: 'labDubs_001',
    title: 'One story in three languages',
    formats: [
      ...itags(10, [18, 134, 136]),
      ...[ORIGINAL, SPANISH, GERMAN, DESCRIBED].map((voice) => formatOf(140, 10, { voice })),
      ...[ORIGINAL, SPANISH].map((voice) => formatOf(251, 10, { voice })),
    ],
  }),
  video({
    name: 'every voice called a dub except one',
    id: 'labVoices_1',
    title: 'Which of them was there first',
    formats: [
      ...itags(10, [136]),
      ...ALL_BUT_ONE_DUBBED.map((voice) => formatOf(140, 10, { voice })),
    ],
  }),
  video({
    name: 'voices of which nothing is said',
    id: 'labVoices_2',
    title: 'All of them speak at once',
    formats: [...itags(10, [136]), ...ALL_ALIKE.map((voice) => formatOf(140, 10, { voice }))],
  }),
  video({
    name: 'pictures that the platform enlarged',
    id: 'labUpscale1',
    title: 'More lines than were filmed',
    formats: [
      ...itags(10, [18, 135, 243, 140, 251]),
      ...[303, 399].map((itag) => formatOf(itag, 10, { caveat: 'upscaled' })),
    ],
  }),
  video({
    name: 'less than half of the largest picture',
    id: 'labDamaged1',
    title: 'Four seconds of ten',
    formats: [...itags(10, [136, 140]), formatOf(137, 10, { caveat: 'damaged' })],
  }),
  video({
    name: 'audio with compressed loudness',
    id: 'labLoudness',
    title: 'Quiet and loud',
    formats: [
      ...itags(10, [134, 140, 251]),
      ...[140, 251].map((itag) => formatOf(itag, 10, { caveat: 'drc' })),
    ],
  }),
  video({
    name: 'upright short in 1080×1920',
    id: 'labShort001',
    title: 'Cat meets mirror',
    author: 'Lab Cats',
    upright: true,
    formats: itags(10, [134, 136, 137, 140, 251], true),
    urls: [{ name: 'short', url: 'https://www.youtube.com/shorts/labShort001?feature=share' }],
  }),
  video({
    name: 'one minute long, chapters in its description',
    id: 'labLong_001',
    title: 'One minute of rain',
    seconds: 60,
    formats: itags(60, [18, 134, 136, 140, 251]),
    description: 'Rain on a roof.\n\n0:00 Drizzle\n0:20 Downpour\n0:40 Drops\n',
    chapters: [
      { title: 'Drizzle', startSeconds: 0 },
      { title: 'Downpour', startSeconds: 20 },
      { title: 'Drops', startSeconds: 40 },
    ],
  }),
  video({
    name: 'HLS alone',
    id: 'labHls__001',
    title: 'Only in pieces',
    offer: 'hls',
    formats: itags(10, [93, 95]),
  }),
  video({
    name: 'DASH alone',
    id: 'labDash_001',
    title: 'Only in separate pieces',
    offer: 'dash',
    formats: itags(10, [134, 136, 140]),
  }),
  video({
    name: 'flash and click, picture and sound apart',
    id: 'labSync_001',
    title: 'Clapperboard in two files',
    formats: marked([134, 136, 140]),
  }),
  video({
    name: 'flash and click, HLS alone',
    id: 'labSyncHls1',
    title: 'Clapperboard in pieces',
    offer: 'hls',
    formats: marked([93, 95]),
  }),
  video({
    name: 'flash and click, DASH alone',
    id: 'labSyncDash',
    title: 'Clapperboard in separate pieces',
    offer: 'dash',
    formats: marked([134, 136, 140]),
  }),
  video({
    name: 'sound that ends after six seconds of ten',
    id: 'labShortSnd',
    title: 'The rest is silence',
    formats: [...itags(10, [134, 136]), { ...formatOf(140, 10), served: formatOf(140, 6).variant }],
  }),
  video({
    name: 'recording of a stream that has ended',
    id: 'labEnded001',
    title: 'Yesterday on the platform',
    wasLive: true,
    formats: itags(10, [134, 136, 140]),
    urls: [{ name: 'ended stream', url: 'https://www.youtube.com/live/labEnded001?feature=share' }],
  }),
  video({
    name: 'media host says 403',
    id: 'labMedia403',
    title: 'You can look but not touch',
    isForbidden: true,
    formats: itags(10, [18, 134, 140]),
  }),
];

/** Videos that exist and answer, but of which nothing can be had. */
export const UNUSABLE: readonly Video[] = [
  unusable('running stream', 'labLive_001', 'live', 'live', [93, 95]),
  unusable('stream that has just ended', 'labPost_001', 'postLive', 'live', [134, 140]),
  unusable('locked by DRM', 'labDrm__001', 'drm', 'drm', [134, 140]),
  unusable(
    'addresses that need the player script',
    'labPuzzle01',
    'puzzle',
    'engine_limited',
    [134, 140],
  ),
  unusable('formats without an address', 'labSabr_001', 'sabr', 'engine_limited', [134, 140]),
];

/** The clip that is cut from the video of one minute. */
export const CLIP = {
  id: 'UgkxLabClip0123456789abcdefghijklmnop',
  video: 'labLong_001',
  startSeconds: 12,
  endSeconds: 19.5,
} as const;

/** The address of a video's page. */
export function watch(id: string, more = ''): string {
  return `https://www.youtube.com/watch?v=${id}${more}`;
}

function itags(seconds: number, numbers: readonly number[], upright = false): Format[] {
  return numbers.map((itag) => formatOf(itag, seconds, { upright }));
}

function marked(numbers: readonly number[]): Format[] {
  return numbers.map((itag) => formatOf(itag, 10, { isMarked: true }));
}

function unusable(
  name: string,
  id: string,
  offer: Offer,
  code: ErrorCode,
  numbers: readonly number[],
): Video {
  const hasStoryboard = offer === 'puzzle' || offer === 'sabr';
  const formats = itags(10, numbers);
  const title = `Lab: ${name}`;
  return { ...plain, name, id, title, formats, offer, hasStoryboard, expect: { code } };
}

/** A video with what an inspection must show of it; what is not given is plain. */
export function video(
  parts: Pick<Video, 'name' | 'id' | 'title' | 'formats'> & Partial<Omit<Video, 'expect'>>,
): Video {
  const whole = { ...plain, ...parts };
  const { offer } = whole;
  const delivery: Delivery = offer === 'hls' || offer === 'dash' ? offer : 'file';
  const subtitles = [...new Set(whole.captions.map(({ language }) => language))];
  const item = {
    kind: 'video' as const,
    durationSeconds: whole.seconds,
    tracks: whole.formats.map(({ expect }) => ({ ...expect, delivery })),
    ...(subtitles.length === 0 ? {} : { subtitles }),
    ...(whole.chapters.length === 0 ? {} : { chapters: whole.chapters.length }),
    ...(whole.areChaptersListed && { chaptersFromText: true as const }),
  };
  return { ...whole, expect: { title: whole.title, author: whole.author, items: [item] } };
}
