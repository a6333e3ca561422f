// Indexes that lie or are huge: their sources have no part, and cost neither time nor memory.
import { expect, it } from 'vitest';
import { findPart } from './find-part.ts';

const words = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer).swap32();
const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([words(body.length + 8), Buffer.from(type, 'latin1'), body]);
};

/** A track of so many samples of the same length, in one chunk. */
function trak(id: number, samples: number, position = 5000): Buffer {
  const entry = Buffer.alloc(78);
  entry.writeUInt16BE(1, 6);
  entry.writeUInt16BE(640, 24);
  entry.writeUInt16BE(360, 26);
  const parameters = Buffer.from('0164001fffe100046764001f01000468ee3c80', 'hex');
  const tables = [
    box('stsd', words(0, 1), box('avc1', entry, box('avcC', parameters))),
    box('stts', words(0, 1, samples, 1500)),
    box('stsc', words(0, 1, 1, samples, 1)),
    box('stsz', words(0, 100, samples)),
    box('stco', words(0, 1, position)),
  ];
  return box(
    'trak',
    box('tkhd', words(7, 0, 0, id, 0, 1000), Buffer.alloc(60)),
    box(
      'mdia',
      box('mdhd', words(0, 0, 0, 90_000, samples * 1500, 0x55c4_0000)),
      box('hdlr', words(0, 0), Buffer.from('vide'), words(0, 0, 0), Buffer.alloc(1)),
      box('minf', box('vmhd', words(1, 0, 0)), box('stbl', ...tables)),
    ),
  );
}

const mp4 = (...traks: Buffer[]) =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isom')),
    box('moov', box('mvhd', words(0, 0, 0, 1000, 100_000), Buffer.alloc(80)), ...traks),
    Buffer.from('\0\0\0\0mdat'),
  ]);

const element = (id: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(`${id}01000000`, 'hex'), words(body.length), body]);
};
const INFO = element('2ad7b1', words(1_000_000));
const point = (milliseconds: number, position: number, within = 0) =>
  element(
    'bb',
    element('b3', words(milliseconds)),
    element('b7', element('f1', words(position)), element('f0', words(within))),
  );

/** A WebM with these cues for its one cluster, which is at byte `at` of its segment. */
function webm(cuesFor: (at: number) => Buffer[], info = INFO): Buffer {
  const front = (at: number) =>
    Buffer.concat([
      element('1549a966', info),
      element('1654ae6b', Buffer.alloc(20)),
      element('1c53bb6b', ...cuesFor(at)),
    ]);
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    front(front(0).length),
    Buffer.from('1f43b67501ffffffffffffff', 'hex'),
    element('e7', words(0)),
  ]);
}

const BYTES = 1e8;
/** Of a source that begins with these bytes; zeros follow. */
const find = (front: Buffer) =>
  findPart(
    {
      bytes: BYTES,
      read: async (from, to) => {
        const bytes = Buffer.alloc(Math.max(0, Math.min(to, BYTES) - from));
        front.copy(bytes, 0, from);
        return bytes;
      },
    },
    { startSeconds: 5, endSeconds: 10, isExact: false },
  );

it.each<[string, Buffer, object]>([
  ['an MP4', mp4(trak(1, 5000)), { from: 35_000, to: 65_000 }],
  ['a WebM', webm((at) => [point(0, at), point(11_000, at + 5000)]), { startSeconds: 0 }],
])('%s that is as it says has a part', async (_, source, part) => {
  expect(await find(source)).toMatchObject(part);
});

it.each<[string, Buffer]>([
  ['millions of samples in some bytes', mp4(trak(1, 2_700_000))],
  ['thousands of tracks', mp4(...Array.from({ length: 6000 }, (_, at) => trak(at + 1, 1)))],
  ['samples behind the end', mp4(trak(1, 5000, 4e9))],
  ['clusters behind the end', webm((at) => [point(0, at), point(11_000, 2 ** 32 - 1)])],
  [
    'an end before its start',
    webm((at) => [point(0, at), point(5000, at), point(6000, 0), point(11_000, 9)]),
  ],
  ['a block behind its end', webm((at) => [point(0, at, 9e8), point(11_000, at + 5000)])],
  ['a start long after the part', webm((at) => [point(4e9, at)])],
  [
    'half a million empty places',
    webm(() => [Buffer.alloc(1_000_000, Buffer.from('bb80', 'hex'))]),
  ],
  [
    'a length with a size of its own',
    webm(
      (at) => [point(0, at), point(11_000, at + 5000)],
      Buffer.concat([INFO, element('4489', Buffer.alloc(8))]),
    ),
  ],
])(
  '%s: there is no part',
  async (_, source) => {
    expect(await find(source)).toBeNull();
  },
  5000,
);
