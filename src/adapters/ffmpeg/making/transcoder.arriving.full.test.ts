// Making while bytes arrive, and what makes it fail, for the kinds of sources that the first tier does not try.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hole } from '../../../../tests/support/media/media-fixtures.ts';
import {
  createTranscoderFixture,
  PIECES,
  probeOf,
  SECONDS,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import { mp3Recipe } from '../../../core/choosing/plan.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';

const MP4 = { kind: 'mux', container: 'mp4' } as const;
let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
});
afterAll(() => fixture.remove());

describe('making starts while bytes arrive', () => {
  const mp3 = mp3Recipe(192);
  it.each<[string, MakeTask['recipe']]>([
    ['pieces.mp4', MP4],
    ['vp9.webm', MP4],
    ['sound.mp3', mp3],
    ['sound.aac', mp3],
    ['opus.ogg', mp3],
  ])('of %s', async (name, recipe) => {
    const hold = Promise.withResolvers<void>();
    let seconds = 0;
    const report = (written: number) => {
      seconds = written;
    };
    // Half of it exceeds the buffers of demuxers and pipes, and takes an encoder longer than its half second between reports.
    const long = await fixture.ffmpeg(
      `long ${name}`,
      '-stream_loop',
      '59',
      '-i',
      fixture.pathOf(name),
      '-c',
      'copy',
      ...(name === 'pieces.mp4' ? PIECES : []),
    );
    const work = fixture.make(recipe, [{ name: long, halfway: { hold: hold.promise } }], {
      durationSeconds: 60 * SECONDS,
      report,
    });
    await vi.waitUntil(() => seconds > 10, { timeout: 20_000 });
    hold.resolve();
    const path = await work;
    expect((await probeOf(path)).durationSeconds ?? 0).toBeGreaterThan(60 * SECONDS - 2);
  });
});

describe('making fails', () => {
  const failing = (work: Promise<string>) =>
    work.then(
      (path) => `made ${path}`,
      (error) => error,
    );

  it.each(['last.mp4', 'joined.ts'])(
    'with the error of the fetch, whatever it came to: %s',
    async (name) => {
      const failure = new AppError('origin_unreachable');
      const work = fixture.make(MP4, [{ name, halfway: { failure } }]);
      expect(await failing(work)).toBe(failure);
    },
  );

  it.each(
    ['joined.ts', 'pieces.mp4', 'vp9.webm', 'sound.mp3', 'sound.aac'].flatMap((name) =>
      (['zeros', 'foreign'] as const).map((filling) => ({ name, filling })),
    ),
  )('or what was made is too short, for $name with a hole of $filling', async (source) => {
    const { name, filling } = source;
    const bytes = name.startsWith('sound') ? 32_768 : 65_536;
    const path = await fixture.changed(fixture.pathOf(name), `holed ${name}`, (file) =>
      hole(0.4, bytes, filling)(file),
    );
    const isSound = name.startsWith('sound');
    const recipe = isSound ? mp3Recipe(128) : MP4;
    const result = await failing(fixture.make(recipe, [{ name: path }]));
    if (result instanceof Error) expect(result).toMatchObject({ code: 'bad_media' });
    else {
      expect(isSound).toBe(true);
      expect((await probeOf(result.slice(5))).durationSeconds).toBeLessThan(SECONDS - 1.5);
    }
  });

  it.each(['last.mp4', 'vp9.webm'])('for %s that is cut', async (name) => {
    const cut = await fixture.changed(fixture.pathOf(name), `cut ${name}`, (bytes) =>
      bytes.subarray(0, Math.floor(bytes.length * 0.6)),
    );
    const recipe = { kind: 'copy', container: 'mp4' } as const;
    const result = await failing(fixture.make(recipe, [{ name: cut }]));
    expect(result).toMatchObject({ code: 'bad_media' });
  });
});
