// The pins of the lab's Pinterest, their videos and the expected results.
import type { Variant } from '../../media/media.ts';
import type { Expected, ExpectedTrack } from '../../platform.ts';

/** Segment duration of every HLS ladder here, in seconds. */
export const HLS_SECONDS = 2;

/** One entry of a pin's `video_list`. */
type Film = { readonly key: string; readonly variant: Variant };

/** A pin. `films` has one list for each page of an idea pin (`story`), one in all for other pins, none for an image. */
export type Pin = {
  readonly name: string;
  readonly id: string;
  /** The part before the id in its address. */
  readonly slug: string;
  readonly hash: string;
  readonly title: string;
  readonly description?: string;
  readonly author: string;
  readonly colour: string;
  readonly story: boolean;
  readonly films: readonly (readonly Film[])[];
  readonly ladder: readonly Variant[] | null;
  /** Whether the segments of the ladder are encrypted with AES-128. */
  readonly isEncrypted: boolean;
  /** How often the ladder's playlists repeat it; the clock starts again each time. */
  readonly runs?: number;
  readonly embed: string | null;
  readonly expect: Expected;
};

function film(width: number, height: number, colour: string, toneHz: number): Variant {
  return {
    container: 'mp4',
    seconds: 10,
    picture: { codec: 'h264', width, height, fps: 25, colour },
    sound: { codec: 'aac', toneHz, kilobitsPerSecond: 64 },
  };
}

const PASTA = '7fa83417b2c84d0e91a0f3d2b6c5e4a1';
const CHAIR = '3b9d20c7e6f14852a7b8c9d0e1f20314';
const GLAZE = 'c41e88d95a2b4f6790ab12cd34ef5678';
const LAMP = '19fe73a0c8d24b5f8e6a7d9c0b1f2e3d';
const KITE = '5d0e9b2fa71c4e638b4a6f7c8d9e0a1b';
const SKETCH = 'a05c6e1f9b3d4872bc10de92f374685a';
const EMBED = 'e27d90b1f4a34c658d7e0f1a2b3c4d5e';
const LOCAL = 'd18c7f60e5b94a329f8e7d6c5b4a3928';

/** Colour and tone of each variant: each line is one file. */
const PASTA_LADDER = [
  film(426, 240, '#7a1fa2', 523),
  film(640, 360, '#1fa27a', 554),
  film(1280, 720, '#a27a1f', 587),
];
const LAMP_LADDER = [film(360, 640, '#f05a28', 622), film(720, 1280, '#285af0', 659)];
const KITE_RUNS = [{ ...film(640, 360, '#3c8f2f', 831), seconds: 5 }];

const none = { story: false, films: [], ladder: null, isEncrypted: false, embed: null } as const;

/** All pins. */
export const PINS: readonly Pin[] = [
  {
    ...none,
    name: 'video pin: three MP4 sizes and HLS',
    id: '664281013778109217',
    slug: '',
    hash: PASTA,
    title: 'Fresh pasta in ten seconds',
    author: 'Lab Kitchen',
    colour: '#c0392b',
    films: [
      [
        { key: 'V_HLSV4', variant: film(1280, 720, '#a27a1f', 587) },
        { key: 'V_720P', variant: film(1280, 720, '#c0392b', 440) },
        { key: 'V_480P', variant: film(854, 480, '#2bc039', 466) },
        { key: 'V_360P', variant: film(640, 360, '#392bc0', 494) },
      ],
    ],
    ladder: PASTA_LADDER,
    expect: inspected('Fresh pasta in ten seconds', 'Lab Kitchen', [
      file(1280, 720),
      file(854, 480),
      file(640, 360),
      ...PASTA_LADDER.map(hls),
    ]),
  },
  {
    ...none,
    name: 'video pin with a slug, one upright MP4, chapters in its description',
    id: '2885187256207927',
    slug: 'restoring-an-old-chair-in-an-afternoon--',
    hash: CHAIR,
    title: 'Restoring an old chair',
    description: 'In one afternoon.\n\n[0:00] Sanding\n[0:03] Oiling\n[0:07] Drying\n',
    author: 'Lab Workshop',
    colour: '#16a085',
    films: [[{ key: 'V_720P', variant: film(720, 1280, '#16a085', 698) }]],
    expect: inspected('Restoring an old chair', 'Lab Workshop', [file(720, 1280)], 3),
  },
  {
    ...none,
    // yt-dlp reads only the first page with a video.
    name: 'idea pin with three pages',
    id: '1084663891475263837',
    slug: '',
    hash: GLAZE,
    title: 'Glazing a bowl, step by step',
    author: 'Lab Pottery',
    colour: '#8e44ad',
    story: true,
    films: [
      [{ key: 'V_720P', variant: film(720, 1280, '#8e44ad', 740) }],
      [{ key: 'V_EXP4', variant: film(720, 1280, '#ad8e44', 784) }],
      [{ key: 'V_EXP5', variant: film(720, 1280, '#44ad8e', 831) }],
    ],
    expect: inspected('Glazing a bowl, step by step', 'Lab Pottery', [file(720, 1280)]),
  },
  {
    ...none,
    name: 'video pin with encrypted HLS alone',
    id: '440156563590132871',
    slug: '',
    hash: LAMP,
    title: 'A lamp from paper',
    author: 'Lab Paper',
    colour: '#d35400',
    films: [[{ key: 'V_HLSV4', variant: film(720, 1280, '#285af0', 659) }]],
    ladder: LAMP_LADDER,
    isEncrypted: true,
    expect: inspected('A lamp from paper', 'Lab Paper', LAMP_LADDER.map(hls)),
  },
  {
    ...none,
    name: 'video pin with HLS alone, of two runs whose clocks start again',
    id: '440156563590132999',
    slug: '',
    hash: KITE,
    title: 'A kite that flies without wind',
    author: 'Lab Paper',
    colour: '#27ae60',
    films: [[{ key: 'V_HLSV4', variant: film(640, 360, '#3c8f2f', 831) }]],
    ladder: KITE_RUNS,
    runs: 2,
    expect: inspected('A kite that flies without wind', 'Lab Paper', KITE_RUNS.map(hls)),
  },
  {
    ...none,
    name: 'picture pin',
    id: '703756187523921',
    slug: '',
    hash: SKETCH,
    title: 'Sketch of a harbour',
    author: 'Lab Sketches',
    colour: '#2c3e50',
    expect: {
      title: 'Sketch of a harbour',
      author: 'Lab Sketches',
      items: [{ kind: 'photo', tracks: [file(736, 736)] }],
    },
  },
  {
    ...none,
    name: 'pin that embeds another site',
    id: '441282463481903715',
    slug: '',
    hash: EMBED,
    title: 'Film of another site',
    author: 'Lab Cinema',
    colour: '#7f8c8d',
    embed: 'https://player.vimeo.com/video/111691128',
    expect: { code: 'unsupported_url' },
  },
  {
    ...none,
    name: 'pin that embeds an address of the local network',
    id: '441282463481903999',
    slug: '',
    hash: LOCAL,
    title: 'Not a film at all',
    author: 'Lab Trickster',
    colour: '#95a5a6',
    embed: 'http://169.254.169.254/latest/meta-data/',
    expect: { code: 'unsupported_url' },
  },
];

/** The pin whose files are in this folder of the CDN, such as `7f/a8/34`. */
export function pinOfFolder(folder: string): Pin | undefined {
  return PINS.find((pin) => folderOf(pin) === folder);
}

/** The folder of a pin's files on the CDN. */
export function folderOf({ hash }: Pin): string {
  return `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash.slice(4, 6)}`;
}

function inspected(
  title: string,
  author: string,
  tracks: readonly ExpectedTrack[],
  listedChapters = 0,
): Expected {
  const listed =
    listedChapters > 0 ? { chapters: listedChapters, chaptersFromText: true as const } : {};
  return { title, author, items: [{ kind: 'video', durationSeconds: 10, tracks, ...listed }] };
}

function file(width: number, height: number): ExpectedTrack {
  return { width, height, delivery: 'file', watermarked: false };
}

function hls({ picture }: Variant): ExpectedTrack {
  if (picture === undefined) throw new TypeError('A rung of the ladder has no picture.');
  return { width: picture.width, height: picture.height, delivery: 'hls', watermarked: false };
}
