// The chain of fragments in an MP4: whole however packagers write it, broken where bytes were overwritten or a fragment is missing.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  boxOf,
  type Fragment,
  postpone,
  refragmented,
  renumber,
  topBoxes,
} from '../../../../tests/support/media/fragments.ts';
import {
  createMediaFolder,
  H264,
  type MediaFolder,
  noisyPicture,
  tone,
} from '../../../../tests/support/media/media-fixtures.ts';
import { probeOf } from '../../../../tests/support/media/transcoder-fixture.ts';
import { walkFragments } from './fragment-chain.ts';

const SECONDS = 10;
const PIECES = '+empty_moov+default_base_moof';
const EACH_SECOND = ['-frag_duration', '1000000'];
const STYLES: Readonly<Record<string, readonly string[]>> = {
  'pieces.mp4': ['-movflags', `${PIECES}+frag_keyframe`],
  'begins-in-its-index.mp4': ['-movflags', '+frag_keyframe'],
  'a-track-each.mp4': ['-movflags', `${PIECES}+separate_moof`, ...EACH_SECOND],
  'a-frame-each.mp4': ['-movflags', `${PIECES}+frag_every_frame`],
  'index-of-segments.mp4': ['-movflags', `${PIECES}+dash+global_sidx`, ...EACH_SECOND],
  'cmaf.mp4': ['-an', '-movflags', '+cmaf+frag_keyframe', '-write_prft', 'pts'],
  'sound.mp4': ['-vn', '-movflags', PIECES, ...EACH_SECOND],
  // Pictures that stand for up to two seconds, also where a fragment ends.
  'stands-still.mp4': ['-movflags', PIECES, ...EACH_SECOND],
};
let media: MediaFolder;
const files = new Map<string, Buffer>();
beforeAll(async () => {
  media = await createMediaFolder();
  const both = [...noisyPicture('128x96', SECONDS), ...tone(SECONDS), ...H264, '-c:a', 'aac'];
  const plain = await media.ffmpeg('plain.mp4', ...both);
  const still = ['-vf', "select='not(mod(n,50))'", '-fps_mode', 'vfr', '-g', '1'];
  const held = await media.ffmpeg('held.mp4', ...both, ...still);
  for (const [name, words] of Object.entries(STYLES)) {
    const from = name.startsWith('stands') ? held : plain;
    files.set(name, await readFile(await media.ffmpeg(name, '-i', from, '-c', 'copy', ...words)));
  }
});
afterAll(() => media.remove());

const fileOf = (name: string) => files.get(name) ?? Buffer.alloc(0);

function walk(file: Buffer) {
  const read = async (at: number, length: number) => file.subarray(at, at + length);
  return walkFragments(read, file.length, new AbortController().signal);
}

/** A good file, and what its packager did. */
function assertWhole(file: Buffer) {
  return expect(walk(file)).resolves.toMatchObject({ fault: null });
}

describe('a whole file', () => {
  it.each(Object.keys(STYLES))(
    'is walked to its end, with the lengths of its streams: %s',
    async (name) => {
      const file = fileOf(name);
      const { fault, spans } = await walk(file);
      expect(fault).toBeNull();
      const path = join(media.folder, `walked ${name}`);
      await writeFile(path, file);
      const { streams } = await probeOf(path);
      expect(spans.size).toBe(streams.length);
      for (const stream of streams) {
        const { start = 0, end = 0 } = spans.get(stream.index) ?? {};
        const known = 'durationSeconds' in stream ? stream.durationSeconds : null;
        expect(Math.abs(end - start - (known ?? 0))).toBeLessThan(0.1);
      }
    },
  );

  const all = (change: (fragment: Fragment, at: number) => void) => (fragments: Fragment[]) => {
    for (const [at, fragment] of fragments.entries()) change(fragment, at);
    return fragments;
  };
  it.each<[string, (fragments: Fragment[]) => readonly Fragment[]]>([
    ['whose numbers begin anywhere', all((fragment, at) => renumber(fragment, 9000 + at))],
    ['whose numbers are all 0', all((fragment) => renumber(fragment, 0))],
    ['whose numbers begin anew', all((fragment, at) => renumber(fragment, at % 4))],
    ['whose clock begins after a day', all((fragment) => postpone(fragment, 86_400 * 12_800))],
    [
      'that was not recorded for a while',
      all((fragment, at) => postpone(fragment, at > 3 ? 9 * 12_800 : 0)),
    ],
    [
      'with boxes between',
      (fragments) =>
        fragments.map((fragment) => [
          ...fragment,
          ...['free', 'uuid', 'emsg', 'none'].map((type) => boxOf(type, Buffer.alloc(20))),
        ]),
    ],
    [
      'with sizes of 64 bits',
      (fragments) =>
        fragments.map((fragment) =>
          fragment.map(({ type, bytes }) => {
            const head = Buffer.alloc(16);
            head.writeUInt32BE(1);
            head.write(type, 4, 'latin1');
            head.writeBigUInt64BE(BigInt(bytes.length + 8), 8);
            return { type, bytes: Buffer.concat([head, bytes.subarray(8)]) };
          }),
        ),
    ],
  ])('%s is walked to its end', async (_what, change) => {
    await assertWhole(refragmented(fileOf('sound.mp4'), change));
  });

  it('of which a packager left out a track, with its numbers, is walked to its end', async () => {
    const pictures = refragmented(fileOf('a-track-each.mp4'), (fragments) =>
      fragments.filter(([moof]) => moof?.bytes.readUInt32BE(moof.bytes.indexOf('tfhd') + 8) === 1),
    );
    await assertWhole(pictures);
  });

  it('may end with media whose size is left open', async () => {
    const file = Buffer.from(fileOf('sound.mp4'));
    const last = topBoxes(file).findLast(({ type }) => type === 'mdat');
    last?.bytes.writeUInt32BE(0);
    const end = file.indexOf(last?.bytes ?? '') + (last?.bytes.length ?? 0);
    await assertWhole(file.subarray(0, end));
  });
});

describe.each(['pieces.mp4', 'a-track-each.mp4', 'sound.mp4'])('%s is refused', (name) => {
  const within = (fragments: readonly Fragment[]) => Math.floor(fragments.length / 2);
  it.each<[string, (fragments: Fragment[]) => readonly Fragment[], RegExp]>([
    [
      'where a size goes past its end',
      (fragments) => {
        fragments[within(fragments)]?.[0]?.bytes.writeUInt32BE(0x7fffffff);
        return fragments;
      },
      /break off/,
    ],
    [
      'where zeros begin',
      (fragments) => {
        fragments[within(fragments)]?.[0]?.bytes.fill(0, 0, 16);
        return fragments;
      },
      /break off/,
    ],
    [
      'where the size of media is zero',
      (fragments) => {
        fragments[within(fragments)]?.[1]?.bytes.fill(0, 0, 4);
        return fragments;
      },
      /break off/,
    ],
    [
      'where the index of a fragment is overwritten',
      (fragments) => {
        const [moof] = fragments[within(fragments)] ?? [];
        moof?.bytes.fill(0xff, moof.bytes.indexOf('trun') + 4, moof.bytes.indexOf('trun') + 12);
        return fragments;
      },
      /cannot be read/,
    ],
    [
      'where a fragment holds nothing any more',
      (fragments) => {
        const [moof] = fragments[within(fragments)] ?? [];
        const { bytes = Buffer.alloc(0) } = moof ?? {};
        for (let at = bytes.indexOf('traf'); at >= 0; at = bytes.indexOf('traf'))
          bytes.write('none', at);
        return fragments;
      },
      /1 of its fragments are missing/,
    ],
    [
      'where a fragment is missing',
      (fragments) => fragments.filter((_, at) => at !== within(fragments)),
      /1 of its fragments are missing/,
    ],
    [
      'where a fragment is there twice',
      (fragments) =>
        fragments.flatMap((one, at) => (at === within(fragments) ? [one, one] : [one])),
      /goes back/,
    ],
    [
      'where a fragment comes later',
      (fragments) => {
        const at = within(fragments);
        const moved = fragments.splice(at, 1);
        fragments.splice(at + 2, 0, ...moved);
        return fragments;
      },
      /goes back/,
    ],
    [
      'where fragments overlap',
      (fragments) => {
        // Sound by 0.6 s.
        for (const one of fragments.slice(within(fragments))) postpone(one, -30_000);
        return fragments;
      },
      /goes back/,
    ],
  ])('%s', async (_what, change, says) => {
    const { fault } = await walk(refragmented(fileOf(name), change));
    expect(fault).toMatch(says);
  });

  it('but not for what a program has appended', async () => {
    for (const tail of [
      Buffer.alloc(4),
      Buffer.alloc(64),
      Buffer.from('made by some program or other'),
    ])
      expect((await walk(Buffer.concat([fileOf(name), tail]))).fault).toBeNull();
  });

  it('where it is cut', async () => {
    const file = fileOf(name);
    for (const share of [0.3, 0.7, 0.99]) {
      const { fault } = await walk(file.subarray(0, Math.floor(file.length * share)));
      expect(fault).toMatch(/break off/);
    }
  });
});
