// The videos and images of the lab's posts on X, and the colour and tone of each file.
import type { Variant } from '../../media/media.ts';
import type { ExpectedTrack } from '../../platform.ts';
import { MARKS_AT_SECONDS } from '../expected-downloads.ts';

/** Segment duration of every HLS ladder here, in seconds. */
export const HLS_SECONDS = 2;

/**
 * One attachment of a post. `files` are its MP4s, `ladder` its HLS renditions, `voice` their separate audio; a photo
 * has none. The playlists repeat these `runs` times; the clock starts again each time.
 */
export type Attachment = {
  readonly type: 'video' | 'animated_gif' | 'photo';
  readonly id: string;
  /** The colour of its image on pbs.twimg.com. */
  readonly colour: string;
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly files: readonly Variant[];
  readonly ladder: readonly Variant[] | null;
  readonly voice: Variant | null;
  readonly runs?: number;
  readonly hasSubtitles: boolean;
};

function film(width: number, height: number, colour: string, toneHz: number): Variant {
  return {
    container: 'mp4',
    seconds: 10,
    picture: { codec: 'h264', width, height, fps: 30, colour },
    sound: { codec: 'aac', toneHz, kilobitsPerSecond: 64 },
  };
}

function silent(width: number, height: number, colour: string): Variant {
  const picture = { codec: 'h264', width, height, fps: 30, colour } as const;
  return { container: 'mp4', seconds: 10, picture };
}

function tone(toneHz: number): Variant {
  const sound = { codec: 'aac', toneHz, kilobitsPerSecond: 64 } as const;
  return { container: 'm4a', seconds: 10, sound };
}

/** One of two runs that make ten seconds. */
const inRuns = (variant: Variant): Variant => ({
  ...variant,
  seconds: 5,
  marksAtSeconds: [1.3, 3.6],
});

const marked = (variant: Variant): Variant => ({ ...variant, marksAtSeconds: MARKS_AT_SECONDS });

function video<
  const Files extends readonly Variant[],
  const Ladder extends readonly Variant[] | null,
>(id: string, files: Files, ladder: Ladder) {
  const { width, height, colour } = files.at(-1)?.picture ?? { width: 0, height: 0, colour: '' };
  const shape = { colour, width, height, seconds: 10, voice: null, hasSubtitles: false };
  return { type: 'video', id, files, ladder, ...shape } as const;
}

function photo(id: string, colour: string, width: number, height: number): Attachment {
  const nothing = {
    seconds: 0,
    files: [],
    ladder: null,
    voice: null,
    hasSubtitles: false,
  } as const;
  return { type: 'photo', id, colour, width, height, ...nothing };
}

const gif: Variant = {
  container: 'mp4',
  seconds: 4,
  picture: { codec: 'h264', width: 480, height: 270, fps: 25, colour: '#ff66cc' },
};

/** All attachments. Each line of sizes is one file with a colour and a tone of its own. */
export const ATTACHMENTS = {
  launch: {
    ...video(
      '1931000000000000101',
      [
        film(480, 270, '#101f6b', 262),
        film(640, 360, '#1f6b10', 277),
        film(1280, 720, '#6b101f', 294),
        film(1920, 1080, '#6b6b10', 311),
      ],
      [silent(480, 270, '#106b6b'), silent(1280, 720, '#6b106b')],
    ),
    voice: tone(330),
    hasSubtitles: true,
  },
  upright: video(
    '1931000000000000201',
    [film(320, 568, '#334455', 370), film(720, 1280, '#554433', 392)],
    null,
  ),
  first: video(
    '1931000000000000301',
    [film(640, 360, '#0f7b4a', 415), film(1280, 720, '#4a0f7b', 440)],
    null,
  ),
  second: video(
    '1931000000000000302',
    [film(640, 360, '#7b4a0f', 466), film(1280, 720, '#0f4a7b', 494)],
    null,
  ),
  quoted: video('1931000000000000401', [film(1280, 720, '#b05fc2', 523)], null),
  fallback: video(
    '1931000000000000501',
    [film(640, 360, '#2d9d8f', 554), film(1280, 720, '#9d8f2d', 587)],
    [film(640, 360, '#8f2d9d', 622)],
  ),
  marked: {
    ...video('1931000000000000121', [], [
      marked(silent(640, 360, '#23604f')),
      marked(silent(1280, 720, '#604f23')),
    ] as const),
    colour: '#604f23',
    width: 1280,
    height: 720,
    voice: marked(tone(415)),
  },
  recorded: {
    ...video('1931000000000000131', [], [
      inRuns(silent(640, 360, '#31477d')),
      inRuns(silent(1280, 720, '#7d4731')),
    ] as const),
    colour: '#7d4731',
    width: 1280,
    height: 720,
    voice: inRuns(tone(392)),
    runs: 2,
  },
  mute: video(
    '1931000000000000141',
    [film(640, 360, '#5a7d1c', 349), film(1280, 720, '#1c5a7d', 0)],
    null,
  ),
  gif: {
    type: 'animated_gif',
    id: '1931000000000000601',
    colour: '#ff66cc',
    width: 480,
    height: 270,
    seconds: 4,
    files: [gif],
    ladder: null,
    voice: null,
    hasSubtitles: false,
  },
  besideVideos: photo('1931000000000000303', '#c0ffee', 1200, 800),
  alone: photo('1931000000000000701', '#beef00', 1600, 900),
} as const satisfies Record<string, Attachment>;

/** The attachment with this id. */
export function attachmentOf(id: string): Attachment | undefined {
  return Object.values<Attachment>(ATTACHMENTS).find((each) => each.id === id);
}

/** The address of one of its MP4s, with the size in the path as the platform writes it. */
export function fileAddress({ id, type }: Attachment, { picture }: Variant): string {
  if (type === 'animated_gif') return `https://video.twimg.com/tweet_video/G${id}.mp4`;
  const size = `${picture?.width}x${picture?.height}`;
  return `https://video.twimg.com/ext_tw_video/${id}/pu/vid/avc1/${size}/aB3dE5fG7hJ9kL1m.mp4?tag=12`;
}

/** The address of its HLS master playlist. */
export function ladderAddress({ id }: Attachment): string {
  return `https://video.twimg.com/ext_tw_video/${id}/pu/pl/nO2pQ4rS6tU8vW0x.m3u8?tag=12&container=cmaf`;
}

/** The address of its picture. */
export function pictureAddress({ id, type }: Attachment): string {
  if (type === 'video') return `https://pbs.twimg.com/ext_tw_video_thumb/${id}/pu/img/yZ1.jpg`;
  const folder = type === 'photo' ? 'media' : 'tweet_video_thumb';
  return `https://pbs.twimg.com/${folder}/G${id}.jpg`;
}

/** The expected tracks: its HLS renditions and its files. */
export function expectedTracks({ files, ladder, voice, type }: Attachment): ExpectedTrack[] {
  const size = ({ picture }: Variant) =>
    picture === undefined || type === 'animated_gif'
      ? {}
      : { width: picture.width, height: picture.height };
  return [
    ...(ladder ?? []).map((each) => ({ ...size(each), delivery: 'hls' as const })),
    ...(voice === null ? [] : [{ language: 'en', delivery: 'hls' as const }]),
    ...files.map((each) => ({ ...size(each), delivery: 'file' as const, watermarked: false })),
  ];
}
