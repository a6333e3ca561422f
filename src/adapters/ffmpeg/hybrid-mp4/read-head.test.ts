// Refuses sources that do not fit by their heads, before anything is sent.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, putTogether, takeApart } from '../../../../tests/support/media/fragments.ts';
import { readerOf, readHeads } from '../../../../tests/support/media/hybrid-fixture.ts';
import { makeSource, PLAIN } from '../../../../tests/support/media/hybrid-pairs.ts';
import {
  createMediaFolder,
  type MediaFolder,
  noisyPicture,
  tone,
} from '../../../../tests/support/media/media-fixtures.ts';
import {
  crowded,
  FIRST_REFERENCE,
  patched,
  rewritten,
  SIDX_COUNT,
} from '../../../../tests/support/media/patch-boxes.ts';
import { layOut } from './layout.ts';
import { readHead, type Segment, type SourceHead } from './read-head.ts';
import type { UnfitCode } from './unfit.ts';

let media: MediaFolder;
const sources = new Map<string, Buffer>();
const source = (name: string) => Buffer.from(sources.get(name) ?? Buffer.alloc(0));
beforeAll(async () => {
  media = await createMediaFolder();
  for (const name of ['b-frames.mp4', 'aac.mp4', 'edits.mp4', 'hev1.mp4', 'base.mp4'] as const)
    sources.set(name, await readFile(await makeSource(media, name)));
});
afterAll(() => media.remove());

describe('refuses at the head', () => {
  const made =
    (name: string, ...words: string[]) =>
    async () =>
      readFile(await media.ffmpeg(name, ...words));
  const film = () => ['-i', `${media.folder}/base.mp4`, '-c', 'copy'];
  const key = '76a6c65c5ea762046bd749a2e632ccbb';
  const cases: readonly (readonly [
    what: string,
    code: UnfitCode,
    make: () => Buffer | Promise<Buffer>,
  ])[] = [
    ['a WebM', 'broken', made('a.webm', ...tone(1), '-c:a', 'libopus')],
    ['a text', 'broken', () => Buffer.from('<!doctype html><title>Not found</title>')],
    ['nothing', 'not_fragmented', () => Buffer.alloc(0)],
    ['a plain MP4', 'not_fragmented', () => source('base.mp4')],
    [
      'boxes that begin with another',
      'not_fragmented',
      () => {
        const { front, fragments } = takeApart(source('b-frames.mp4'));
        return putTogether(front.slice(1), fragments);
      },
    ],
    [
      'boxes without end',
      'broken',
      () => {
        const { front, fragments } = takeApart(source('b-frames.mp4'));
        const fillers = Array.from({ length: 10_000 }, () => boxOf('free', Buffer.alloc(0)));
        return putTogether([...front, ...fillers], fragments);
      },
    ],
    [
      'fragments without a list',
      'sidx',
      () => readMade('no-sidx.mp4', '+frag_keyframe+empty_moov+default_base_moof'),
    ],
    [
      'a list for each fragment',
      'sidx',
      () => readMade('many-sidx.mp4', '+dash+frag_keyframe+empty_moov+default_base_moof'),
    ],
    ['two lists', 'sidx', () => twice('sidx')],
    ['two indexes', 'broken', () => twice('moov')],
    [
      'samples in its index',
      'not_fragmented',
      () =>
        rewritten(source('b-frames.mp4'), 'stts', () =>
          Buffer.from('00000000000000010000003c00000200', 'hex'),
        ),
    ],
    [
      'a list of lists',
      'sidx',
      () => patched(source('b-frames.mp4'), ['sidx', FIRST_REFERENCE, 2 ** 31 + 40]),
    ],
    ['an empty list', 'sidx', () => patched(source('b-frames.mp4'), ['sidx', SIDX_COUNT - 2, 0])],
    ['a list without a clock', 'sidx', () => patched(source('b-frames.mp4'), ['sidx', 8, 0])],
    [
      'a list of the first fragment',
      'sidx',
      () => patched(source('b-frames.mp4'), ['sidx', SIDX_COUNT - 2, 1]),
    ],
    ['a list from elsewhere on', 'sidx', () => patched(source('b-frames.mp4'), ['sidx', 24, 5000])],
    [
      'a list beyond the end',
      'truncated',
      () => patched(source('b-frames.mp4'), ['sidx', FIRST_REFERENCE + 24, 1e6]),
    ],
    [
      'durations below zero',
      'sidx',
      () => readMade('frames.mp4', '+dash+global_sidx+frag_every_frame+empty_moov'),
    ],
    ['a cut head', 'broken', () => source('b-frames.mp4').subarray(0, 600)],
    [
      'picture and sound in one',
      'tracks',
      async () => {
        await makeSource(media, 'base.m4a');
        const both = ['-i', `${media.folder}/base.mp4`, '-i', `${media.folder}/base.m4a`];
        const path = await media.ffmpeg('both.mp4', ...both, '-c', 'copy', ...PLAIN);
        const { front, fragments } = takeApart(await readFile(path));
        // It has a list of each.
        return putTogether(front.slice(0, -1), fragments);
      },
    ],
    [
      'two descriptions',
      'tracks',
      () =>
        rewritten(source('b-frames.mp4'), 'stsd', (body) =>
          Buffer.concat([body, body.subarray(8)]),
        ),
    ],
    [
      'media in another file',
      'tracks',
      // The end of the reserved bytes of the entry, and its reference.
      () => patched(source('b-frames.mp4'), ['avc1', 4, 2]),
    ],
    [
      'something else than picture and sound',
      'tracks',
      () => patched(source('b-frames.mp4'), ['hdlr', 8, Buffer.from('text').readUInt32BE()]),
    ],
    [
      'an encrypted picture',
      'encrypted',
      async () => {
        const scheme = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_kid', key];
        const words = [...film(), ...scheme, '-encryption_key', key, ...PLAIN];
        return readFile(await media.ffmpeg('encrypted.mp4', ...words));
      },
    ],
    [
      'another codec',
      'codec',
      async () => {
        const words = [...noisyPicture('128x72', 2), '-c:v', 'mpeg4', '-g', '25', ...PLAIN];
        return readFile(await media.ffmpeg('mpeg4.mp4', ...words));
      },
    ],
    [
      'H.264 with parameters in its samples',
      'codec',
      () => renamed('b-frames.mp4', 'avc1', 'avc3'),
    ],
    [
      'H.265 without parameters',
      'codec',
      () => {
        const bytes = source('hev1.mp4');
        bytes[bytes.indexOf('hvcC') + 4 + 22] = 0;
        return bytes;
      },
    ],
    [
      'another rate in its edit list',
      'edits',
      () => patched(source('edits.mp4'), ['elst', 16, 0x2_0000]),
    ],
    [
      'two parts in its edit list',
      'edits',
      () =>
        rewritten(patched(source('edits.mp4'), ['elst', 4, 2]), 'elst', (body) =>
          Buffer.concat([body, body.subarray(8)]),
        ),
    ],
    ['no clock', 'broken', () => patched(source('b-frames.mp4'), ['mvhd', 12, 0])],
    [
      'a header that is cut',
      'broken',
      () => rewritten(source('b-frames.mp4'), 'tkhd', (body) => body.subarray(0, 40)),
    ],
    [
      'a chain that breaks',
      'broken',
      () => patched(source('b-frames.mp4'), ['mvex', -8, 0x7fff_ffff]),
    ],
    [
      'no time',
      'broken',
      () => patched(source('b-frames.mp4'), ['trex', 12, 0], ['tfhd', 0, 0x2_0000]),
    ],
    [
      'a first fragment without samples',
      'broken',
      () => patched(source('b-frames.mp4'), ['trun', 4, 0]),
    ],
    [
      'more samples than anyone makes',
      'too_many',
      // All of one byte, without any field of their own; the media behind them are long enough.
      () => crowded(source('b-frames.mp4'), 300_000),
    ],
    [
      'a head without end',
      'too_many',
      () => rewritten(source('b-frames.mp4'), 'ftyp', () => Buffer.alloc(5e6)),
    ],
  ];
  async function readMade(name: string, flags: string): Promise<Buffer> {
    return readFile(await media.ffmpeg(name, ...film(), '-movflags', flags));
  }
  function twice(wanted: string): Buffer {
    const { front, fragments } = takeApart(source('b-frames.mp4'));
    return putTogether([...front, ...front.filter(({ type }) => type === wanted)], fragments);
  }
  function renamed(name: string, from: string, to: string): Buffer {
    const bytes = source(name);
    bytes.write(to, bytes.indexOf(from, bytes.indexOf('stsd'), 'latin1'), 'latin1');
    return bytes;
  }

  it.each(cases)('%s: %s', async (_what, code, make) => {
    const bytes = await make();
    await expect(readHeads([bytes])).rejects.toMatchObject({ name: 'Error', code });
  });

  it('a source that is shorter than announced', async () => {
    const cut = readHead(readerOf([source('b-frames.mp4').subarray(0, 600)]), 0, 111_646);
    await expect(cut).rejects.toMatchObject({ code: 'truncated' });
  });

  it('two pictures, and a sound before its picture', async () => {
    const [picture, sound] = await readHeads([source('b-frames.mp4'), source('aac.mp4')]);
    if (!picture || !sound) throw new Error('no heads');
    for (const heads of [[], [picture, picture], [sound, picture], [picture, sound, sound]])
      expect(() => layOut(heads)).toThrow('tracks');
  });

  it('an index beyond all bounds', async () => {
    const [head] = (await readHeads([source('b-frames.mp4')])) as [SourceHead];
    const [segment] = head.segments as [Segment];
    for (const endSeconds of [1e6, Number.NaN])
      expect(() => layOut([{ ...head, segments: [{ ...segment, endSeconds }] }])).toThrow(
        'too_many',
      );
    const segments = Array.from({ length: 40_001 }, () => segment);
    expect(() => layOut([{ ...head, segments }])).toThrow('too_many');
  });
});
