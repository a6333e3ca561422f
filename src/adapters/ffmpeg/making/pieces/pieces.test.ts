// MP3s in pieces, by the bytes and the sound of what comes of them; more kinds of sources in the second tier.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runTool } from '../../../../../lab/media/run-tool.ts';
import { checkOf } from '../../../../../tests/support/media/checker-fixture.ts';
import {
  AS_ENCODED,
  createPiecesFixture,
  music,
  noiseOver,
  type PiecesFixture,
  partsOf,
  piecesIn,
  soundOf,
} from '../../../../../tests/support/media/pieces-fixture.ts';
import { AppError } from '../../../../shared/errors.ts';
import { createChecker } from '../../checking/check-file.ts';
import { joinPieces } from './join-pieces.ts';
import { ROUND_FRAMES, ROUND_SAMPLES } from './plan-pieces.ts';

const SECONDS = 61;
const AAC = ['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart'];
let fixture: PiecesFixture;
let song = '';
beforeAll(async () => {
  fixture = await createPiecesFixture();
  song = await fixture.ffmpeg('song.m4a', ...music(SECONDS), ...AAC);
});
afterAll(() => fixture.remove());

function expectNoSeams(begins: readonly number[], sounds: Parameters<typeof noiseOver>[0]) {
  for (const begin of begins.slice(1)) {
    const { mean, peak } = noiseOver(sounds, begin, 2);
    expect([mean < 0.5, peak < 3], `${mean} dB, peak ${peak} dB`).toEqual([true, true]);
  }
}

const failing = (work: Promise<unknown>) =>
  work.then(
    () => 'made',
    (error) => error,
  );

describe('an MP3 in pieces', () => {
  it('has one header, the tags and the cover, and the sound that it has in one go, to the sample', async () => {
    const cover = await readFile(
      await fixture.ffmpeg(
        'cover.jpg',
        '-f',
        'lavfi',
        '-i',
        'color=red:s=320x240',
        '-frames:v',
        '1',
      ),
    );
    const tags = { title: 'Two', artist: 'Ünï', cover: Promise.resolve(cover) };
    const [made, whole] = [
      await fixture.make(song, 192, SECONDS, { processors: 3, tags }),
      await fixture.make(song, 192, SECONDS, { processors: 1, tags }),
    ];
    expect([made.pieces, whole.pieces]).toEqual([3, 0]);
    expect(made.reports).toEqual(made.reports.toSorted((a, b) => a - b));
    expect(made.reports.at(-1)).toBeCloseTo(SECONDS, 0);
    const [joined, single] = [await partsOf(made.path), await partsOf(whole.path)];
    expect(joined.tag.equals(single.tag)).toBe(true);
    expect(joined.stated).toEqual(single.stated);
    expect(joined.stated).toMatchObject({
      frames: joined.frames.length,
      bytes: [joined.header, ...joined.frames].reduce((sum, { length }) => sum + length, 0),
    });
    expect(joined.frames.filter((frame) => frame.includes('Info'))).toEqual([]);
    const wanted = await soundOf(song, AS_ENCODED);
    const sounds = [await soundOf(made.path), await soundOf(whole.path), wanted] as const;
    expect(sounds.map(({ length }) => length)).toEqual(sounds.map(() => wanted.length));
    expectNoSeams(made.begins, sounds);
    expect(piecesIn(fixture.lastFolder())).toBe(0);
    const check = checkOf(made.path, {
      container: 'mp3',
      expect: { picture: null, sound: { codec: 'mp3' }, durationSeconds: SECONDS },
      closely: true,
    });
    await expect(createChecker(fixture.tools).check(check)).resolves.toMatchObject({
      durationSeconds: expect.closeTo(wanted.length / 2 / 44_100, 1),
      sound: { kilobitsPerSecond: 192, channels: 2 },
    });
  });

  it('begins while its source arrives, and has no seam where each frame is another', async () => {
    const noise = [1, 2].flatMap((seed) => {
      const source = `anoisesrc=color=brown:r=44100:d=${SECONDS}:seed=${seed}`;
      return ['-f', 'lavfi', '-i', source];
    });
    const words = [...noise, '-filter_complex', 'amerge', ...AAC];
    const source = await fixture.ffmpeg('noise.m4a', ...words);
    const halfway = { hold: 'fed' } as const;
    const made = await fixture.make(source, 128, SECONDS, { processors: 3, halfway });
    const whole = await fixture.make(source, 128, SECONDS, { processors: 1 });
    expect([made.pieces, whole.pieces]).toEqual([3, 0]);
    const wanted = await soundOf(source, AS_ENCODED);
    const sounds = [await soundOf(made.path), await soundOf(whole.path), wanted] as const;
    expect(sounds.map(({ length }) => length)).toEqual(sounds.map(() => wanted.length));
    expectNoSeams(made.begins, sounds);
  });

  it('is made in one go beside other jobs that take the processors', async () => {
    const turn = (others: number) => ({
      begin: () => () => undefined,
      beginSlow: () => () => undefined,
      others: () => others,
    });
    const terms = { processors: 3 };
    const [two, one] = await Promise.all([
      fixture.make(song, 128, SECONDS, { ...terms, turn: turn(1) }),
      fixture.make(song, 128, SECONDS, { ...terms, turn: turn(2) }),
    ]);
    expect([two.pieces, one.pieces]).toEqual([2, 0]);
  });

  it('is made in one go, silently, where a source changes on its way', async () => {
    const words = ['-c:a', 'libmp3lame', '-write_xing', '0', '-id3v2_version', '0'];
    const parts = await Promise.all(
      [1, 2].map(async (channels) =>
        readFile(await fixture.ffmpeg(`${channels}.mp3`, ...music(31, 44_100, channels), ...words)),
      ),
    );
    const source = join(fixture.folder, 'changes.mp3');
    await writeFile(source, Buffer.concat(parts));
    const made = await fixture.make(source, 128, 62, { processors: 2 });
    const whole = await fixture.make(source, 128, 62, { processors: 1 });
    expect([made.tried, made.pieces, whole.tried]).toEqual([2, 0, 0]);
    expect((await readFile(made.path)).equals(await readFile(whole.path))).toBe(true);
  });
});

describe('an MP3 in pieces fails', () => {
  it('with the error of a source that fails halfway, and leaves no piece', async () => {
    const failure = new AppError('origin_unreachable');
    const hold = Promise.withResolvers<void>();
    const halfway = { failure, hold: hold.promise };
    const work = failing(fixture.make(song, 320, SECONDS, { processors: 2, halfway }));
    await vi.waitUntil(() => piecesIn(fixture.lastFolder()) === 2, { timeout: 20_000 });
    hold.resolve();
    expect(await work).toBe(failure);
    expect(piecesIn(fixture.lastFolder())).toBe(0);
  });

  it('with the reason of its signal, and leaves neither a process nor a piece', async () => {
    const controller = new AbortController();
    const hold = new Promise<void>(() => undefined);
    const work = fixture.make(song, 320, SECONDS, {
      processors: 2,
      halfway: { hold },
      signal: controller.signal,
    });
    await vi.waitUntil(() => piecesIn(fixture.lastFolder()) === 2, { timeout: 20_000 });
    const reason = new AppError('cancelled');
    controller.abort(reason);
    expect(await failing(work)).toBe(reason);
    expect(piecesIn(fixture.lastFolder())).toBe(0);
    const words = ['-c', `pgrep -f '[f]fmpeg.*${fixture.lastFolder()}/' || true`];
    expect(String(await runTool('sh', words))).toBe('');
  });

  it('as in one go for a source that is cut off', async () => {
    const cut = await fixture.changed(song, 'cut.m4a', (bytes) =>
      bytes.subarray(0, Math.floor(bytes.length * 0.7)),
    );
    const [made, whole] = [
      await failing(fixture.make(cut, 128, SECONDS, { processors: 2 })),
      await failing(fixture.make(cut, 128, SECONDS, { processors: 1 })),
    ];
    expect(whole).toMatchObject({ code: 'bad_media' });
    expect(made.code).toBe(whole.code);
  });

  it('when it would be too large', async () => {
    const work = fixture.make(song, 320, SECONDS, { processors: 2, maxBytes: 1_500_000 });
    expect(await failing(work)).toMatchObject({ code: 'too_large' });
  });
});

it('pieces that do not fit are not joined, and those that do are', async () => {
  const cuts = [`end_sample=${20 * ROUND_SAMPLES}`, `start_sample=${19 * ROUND_SAMPLES}`];
  const good = await Promise.all(
    cuts.map(async (cut, at) => {
      const filters = ['-af', `aformat=channel_layouts=stereo,atrim=${cut}`];
      return readFile(await fixture.ffmpeg(`${at}.mp3`, '-i', song, ...filters, '-b:a', '128k'));
    }),
  );
  const output = join(fixture.folder, 'made.mp3');
  const files = cuts.map((_, at) => join(fixture.folder, `piece-${at}.mp3`));
  const joined = async (changed: number, change: (bytes: Buffer) => Buffer) => {
    for (const [at, bytes] of good.entries())
      await writeFile(files[at] as string, at === changed ? change(Buffer.from(bytes)) : bytes);
    const pieces = { kilobitsPerSecond: 128, rateHz: 44_100, begins: [0, 20 * ROUND_SAMPLES] };
    return joinPieces(files, pieces, { output, maxBytes: 1e9 });
  };
  expect(await joined(0, (bytes) => bytes)).toBeCloseTo(SECONDS, 1);
  const bytes = await readFile(output);
  // Where the first piece has the sound of a frame that is taken from the second.
  const { tag, header, frames } = await partsOf(output);
  const seam = [tag, header, ...frames.slice(0, 20 * ROUND_FRAMES - 2)].reduce(
    (sum, { length }) => sum + length,
    0,
  );
  expect(await joined(0, (piece) => piece.fill(0x55, seam - 30, seam))).toBeCloseTo(SECONDS, 1);
  expect((await readFile(output)).equals(bytes)).toBe(true);
  const fewer = (bytes: Buffer) => {
    const at = bytes.indexOf('Info') + 8;
    bytes.writeUInt32BE(bytes.readUInt32BE(at) - 1, at);
    return bytes;
  };
  const others: readonly [number, (bytes: Buffer) => Buffer][] = [
    [0, fewer],
    [0, (bytes) => bytes.subarray(0, 19 * ROUND_FRAMES * 400)],
    [0, () => Buffer.alloc(0)],
    [1, (bytes) => bytes.subarray(0, 30)],
    [1, (bytes) => bytes.fill(0, 5000, 6000)],
  ];
  for (const other of others) expect(await joined(...other)).toBeNull();
});
