// Making while bytes arrive, and what makes it fail: one source of each kind; more in the second tier.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runTool } from '../../../../lab/media/run-tool.ts';
import { hole, streamHashes } from '../../../../tests/support/media/media-fixtures.ts';
import {
  createTranscoderFixture,
  FRONT,
  pair,
  probeOf,
  SECONDS,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import { createManualClock } from '../../../../tests/support/run/manual-clock.ts';
import { mp3Recipe } from '../../../core/choosing/plan.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';

const DAY_MS = 86_400_000;
const MP4 = { kind: 'mux', container: 'mp4' } as const;
let fixture: TranscoderFixture;
const clock = createManualClock();
beforeAll(async () => {
  fixture = await createTranscoderFixture(clock);
});
afterAll(() => fixture.remove());

describe('making starts while bytes arrive', () => {
  const mp3 = mp3Recipe(192);
  it.each<[string, MakeTask['recipe']]>([
    ['plain.mp4', mp3],
    ['joined.ts', MP4],
  ])('of %s, and lasts while they stall', async (name, recipe) => {
    const hold = Promise.withResolvers<void>();
    let seconds = 0;
    const report = (written: number) => {
      seconds = written;
    };
    // Long enough that half of it exceeds the buffers of demuxers and pipes.
    const long = await fixture.ffmpeg(
      `long ${name}`,
      '-stream_loop',
      '19',
      '-i',
      fixture.pathOf(name),
      '-c',
      'copy',
      ...(name === 'plain.mp4' ? FRONT : []),
    );
    const work = fixture.make(recipe, [{ name: long, halfway: { hold: hold.promise } }], {
      durationSeconds: 20 * SECONDS,
      report,
    });
    await vi.waitUntil(() => seconds > 10, { timeout: 20_000 });
    clock.advance(DAY_MS);
    hold.resolve();
    const path = await work;
    expect((await probeOf(path)).durationSeconds ?? 0).toBeGreaterThan(20 * SECONDS - 2);
  });

  it('but waits for a file whose index is at its end', async () => {
    const hold = Promise.withResolvers<void>();
    const work = fixture.make(MP4, [{ name: 'last.mp4', halfway: { hold: hold.promise } }]);
    hold.resolve();
    expect(await streamHashes(await work, 'copy')).toEqual(
      await streamHashes(fixture.pathOf('last.mp4'), 'copy'),
    );
  });
});

describe('making fails', () => {
  const failing = (work: Promise<string>) =>
    work.then(
      (path) => `made ${path}`,
      (error) => error,
    );

  it('with the error of the fetch', async () => {
    const failure = new AppError('origin_unreachable');
    const work = fixture.make(MP4, [{ name: 'pieces.mp4', halfway: { failure } }]);
    expect(await failing(work)).toBe(failure);
  });

  it('with the error of the fetch of one of two sources', async () => {
    const failure = new AppError('timeout');
    const [picture, sound] = pair();
    const sources = [picture, { ...sound, halfway: { failure } }] as never;
    expect(await failing(fixture.make(MP4, sources))).toBe(failure);
  });

  it('with the reason of its signal, at once and without a process left', async () => {
    const controller = new AbortController();
    const hold = new Promise<void>(() => undefined);
    const halfway = { hold };
    let begun = false;
    const work = fixture.make(MP4, pair(halfway), {
      signal: controller.signal,
      report: () => {
        begun = true;
      },
    });
    await Promise.race([vi.waitUntil(() => begun, { timeout: 3000 }).catch(() => undefined), work]);
    const reason = new AppError('cancelled');
    controller.abort(reason);
    expect(await failing(work)).toBe(reason);
    expect(
      String(await runTool('sh', ['-c', `pgrep -f '[f]fmpeg.*${fixture.lastFolder()}/' || true`])),
    ).toBe('');
  });

  it('when the file would be too large', async () => {
    const error = await failing(fixture.make(MP4, [{ name: 'joined.ts' }], { maxBytes: 100_000 }));
    expect(error).toMatchObject({ code: 'too_large', params: { gigabytes: 0.0001 } });
  });

  it.each<[string, string, MakeTask['recipe'], string]>([
    ['sound alone for an MP4', 'sound.m4a', MP4, 'bad_media'],
    ['a photo for an MP4', 'photo.jpg', MP4, 'bad_media'],
    ['a video for a photo', 'plain.mp4', { kind: 'copy', container: 'image' }, 'bad_media'],
    ['a silent film for sound', 'picture.mp4', { kind: 'mux', container: 'm4a' }, 'no_sound'],
  ])('for %s', async (_name, name, recipe, code) => {
    expect(await failing(fixture.make(recipe, [{ name }]))).toMatchObject({ code });
  });

  it('for a sound that a damaged index hides, and says so', async () => {
    const path = await fixture.changed(fixture.pathOf('plain.mp4'), 'hidden.mp4', (bytes) => {
      const at = bytes.lastIndexOf('trak') - 4;
      return bytes.fill(0, at, at + 8);
    });
    const work = fixture.make(mp3Recipe(128), [{ name: path }]);
    expect(await failing(work)).toMatchObject({
      code: 'bad_media',
      message: expect.stringContaining('the list of its tracks is damaged'),
    });
  });

  it.each([
    { name: 'joined.ts', filling: 'zeros' },
    { name: 'vp9.webm', filling: 'foreign' },
    { name: 'sound.mp3', filling: 'zeros' },
  ] as const)(
    'or what was made is too short, for $name with a hole of $filling',
    async (source) => {
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
    },
  );

  it('for an MP4 that is cut', async () => {
    const cut = await fixture.changed(fixture.pathOf('plain.mp4'), 'cut.mp4', (bytes) =>
      bytes.subarray(0, Math.floor(bytes.length * 0.6)),
    );
    const recipe = { kind: 'copy', container: 'mp4' } as const;
    expect(await failing(fixture.make(recipe, [{ name: cut }]))).toMatchObject({
      code: 'bad_media',
    });
  });
});
