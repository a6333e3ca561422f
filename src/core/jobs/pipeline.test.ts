import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { Plan, PlanOption } from '../choosing/plan.ts';
import type { Probe } from '../files/checking/check-file.ts';
import type { CheckedFile } from '../files/ports.ts';
import type { Receipt, StoredFile } from '../files/stored-file.ts';
import type { Material } from './material/material.ts';
import { makeFile, type PipelineNeeds } from './pipeline.ts';
import type { CheckTask, Fetching, MadeFile, MakeTask, ReadSubtitles } from './ports.ts';
import type { JobProgress } from './progress.ts';
import { createWorkTurns } from './work-turns.ts';

const LIMIT_SECONDS = 600;
const never = () => new Promise<never>(() => undefined);
const NOW = 1_760_000_000_000;
const optionOf = (part: object = {}): PlanOption =>
  ({
    sources: [{ kind: 'track', role: 'picture', trackId: '1' }],
    recipe: { kind: 'copy', container: 'mp4' },
    expect: { durationSeconds: 60, picture: null, sound: null },
    estimate: { bytes: 1000, exact: false },
    ...part,
  }) as PlanOption;

type Options = {
  readonly option?: object;
  readonly alternatives?: readonly PlanOption[];
  /** What the attempts to make it come to: nothing, or an error. */
  readonly making?: readonly (Error | null)[];
  readonly checking?: Error;
  readonly made?: Partial<MadeFile>;
  readonly gaps?: readonly boolean[];
  readonly subtitles?: ReadSubtitles;
  /** How long it is fetched before some of it is there. */
  readonly fetchMs?: number;
};

/** Makes a file of a plan with parts that do at once what the test says, and tells what they were asked. */
function make({
  option,
  alternatives = [],
  making = [],
  checking,
  made,
  gaps = [false],
  subtitles = { made: [], missing: [] },
  fetchMs = 0,
}: Options = {}) {
  const seen: string[] = [];
  const checks: CheckTask[] = [];
  const makes: MakeTask[] = [];
  const progress: JobProgress[] = [];
  const clock = createManualClock(NOW);
  const leaving = new AbortController();
  const ends = [...making];
  const fetchings = gaps.map(
    (mayHaveGaps): Fetching => ({
      done: Promise.resolve({ path: '', bytes: 1, mayHaveGaps }),
      async *read() {},
      readAt: never,
      want: () => undefined,
    }),
  );
  const needs: PipelineNeeds = {
    clock,
    turns: createWorkTurns({
      clock,
      maxLong: 1,
      maxBeside: 1,
      maxHeavyBeside: 1,
      maxWorkMs: 900_000,
    }),
    maxWorkMinutes: 15,
    workKey: (key) => `work ${key}`,
    maxDurationSeconds: LIMIT_SECONDS,
    maxFileBytes: 1e9,
    fileTtlMs: 60_000,
    transcoder: {
      async make(task) {
        makes.push(task);
        const error = ends.shift();
        if (error) throw error;
        task.report(30);
        await Promise.resolve();
        return { path: '/folder/made', span: null, from: null, ...made };
      },
    },
    checker: {
      async check(task) {
        checks.push(task);
        if (checking) throw checking;
        return { extension: 'mp4' } as Receipt;
      },
    },
    files: {
      workspace: async (bytes) => {
        seen.push(`reserve ${bytes}`);
        return {
          folder: '/folder',
          write: never,
          makeRoom: async () => void seen.push('room'),
          remove: async () => void seen.push('remove'),
        };
      },
      async keep(path, checked) {
        const kept: CheckedFile = await checked;
        seen.push(`keep ${path}`);
        return { id: 'kept', ...kept } as StoredFile;
      },
    } as Partial<PipelineNeeds['files']> as PipelineNeeds['files'],
  };
  const material: Material = {
    durationSeconds: 60,
    factsOf: () => ({ bytes: 1000, isExact: false, delivery: 'file' }),
    tags: () => null,
    subtitles: async () => subtitles,
    open({ signal, report }) {
      signal.addEventListener('abort', () => seen.push('end fetching'));
      clock.advance(fetchMs);
      if (fetchMs > 0) report(0, { bytes: 1, totalBytes: 2, connections: 1 });
      return { fetchings, close: async () => void seen.push('close') };
    },
  };
  const plan: Plan = { ...optionOf(option), key: 'plan', alternatives };
  const job = { plan, material, isHeavy: false, renew: null };
  const file = makeFile(needs, job, leaving.signal, (one) => progress.push(one));
  return { file, seen, checks, makes, progress, leaving, clock };
}

const A_MINUTE: Probe = {
  bytes: 1,
  startSeconds: 0,
  durationSeconds: 60,
  highestFps: 25,
  streams: [
    {
      kind: 'picture',
      index: 0,
      codec: 'h264',
      width: 320,
      height: 180,
      fps: 25,
      dynamicRange: 'sdr',
      startSeconds: 0,
      durationSeconds: 60,
    },
  ],
};
const badMedia = new AppError('bad_media');
const phases = (progress: readonly JobProgress[]) => [
  ...new Set(progress.map(({ phase }) => phase)),
];

describe('a file that is made', () => {
  it('is fetched, made, checked and kept, and nothing else stays', async () => {
    const { file, seen, checks, makes, progress } = make();
    expect(await file).toEqual({
      id: 'kept',
      workKey: 'work plan',
      receipt: { extension: 'mp4' },
      expiresAt: NOW + 60_000,
    });
    expect(seen).toEqual(['reserve 1000', 'keep /folder/made', 'end fetching', 'close', 'remove']);
    expect(makes).toMatchObject([{ folder: '/folder', durationSeconds: 60, maxBytes: 1e9 }]);
    expect(checks).toMatchObject([
      {
        path: '/folder/made',
        container: 'mp4',
        announcedSeconds: 60,
        maxDurationSeconds: LIMIT_SECONDS,
        closely: false,
      },
    ]);
    expect(phases(progress)).toEqual(['fetching', 'making', 'checking']);
  });

  it.each([
    ['as much space as it takes', {}, 1000],
    ['twice that where it is encoded', { recipe: { kind: 'encode', container: 'mp4' } }, 2000],
    ['twice that where its source is stored', { sources: [{ kind: 'file', role: 'all' }] }, 2000],
    ['a part of the disk where nobody knows', { estimate: { bytes: null } }, 200 * 1024 ** 2],
    ['no more than two files may take', { estimate: { bytes: 1e12 } }, 2e9],
  ])('reserves %s', async (_what, option, bytes) => {
    const { file, seen } = make({ option });
    await file;
    expect(seen[0]).toBe(`reserve ${bytes}`);
  });

  it('makes room while it is fetched, every two seconds', async () => {
    const [quick, slow] = [make({ fetchMs: 1999 }), make({ fetchMs: 2000 })];
    await Promise.all([quick.file, slow.file]);
    expect([quick.seen, slow.seen].map((seen) => seen.includes('room'))).toEqual([false, true]);
  });

  it('is checked closely where one of its sources may have a gap', async () => {
    const { file, checks } = make({ gaps: [false, true] });
    await file;
    expect(checks[0]?.closely).toBe(true);
  });

  it('that holds another part of its source than was asked for is checked for that, and says so', async () => {
    const span = { startSeconds: 8, endSeconds: 20 };
    const from = { picture: A_MINUTE, sound: null };
    const { file, checks } = make({ made: { span, from } });
    expect(await file).toMatchObject({ receipt: { span } });
    expect(checks[0]?.expect).toMatchObject({ durationSeconds: 12 });
  });

  it('without subtitles that could not be had is checked for the others, says so, and has a key of its own', async () => {
    const made = [{ cues: [], language: 'eng', name: 'English' }];
    const { file, checks } = make({
      option: { expect: { durationSeconds: 60, picture: null, sound: null, subtitles: 3 } },
      subtitles: { made, missing: ['de', 'zh-Hant'] },
    });
    expect(await file).toMatchObject({
      workKey: 'work plan/without/de,zh-Hant',
      receipt: { missingSubtitles: ['de', 'zh-Hant'] },
    });
    expect(checks[0]?.expect.subtitles).toBe(1);
  });

  it('with all its subtitles misses none', async () => {
    expect(await make().file).toEqual(
      expect.objectContaining({ workKey: 'work plan', receipt: { extension: 'mp4' } }),
    );
  });

  it.each([
    ['encode', 34],
    ['slideshow', 34],
    ['copy', 92],
  ])('by %s is at %i percent when it is fetched and half is written', async (kind, percent) => {
    const { file, progress } = make({ option: { recipe: { kind, container: 'mp4' } } });
    await file;
    expect(progress.find(({ phase }) => phase === 'making')?.percent).toBe(percent);
  });
});

describe('media that are not as announced', () => {
  const other = optionOf({ recipe: { kind: 'encode', container: 'webm' } });

  it('have the next option made, under a key of its own', async () => {
    const { file, seen, makes } = make({ alternatives: [other, optionOf()], making: [badMedia] });
    expect(await file).toMatchObject({ workKey: 'work plan/instead' });
    expect(makes.map(({ recipe }) => recipe.container)).toEqual(['mp4', 'webm']);
    expect(seen.filter((what) => what === 'remove' || what === 'close')).toHaveLength(4);
  });

  it('fail after two attempts, and at once where there is no other option', async () => {
    const { file, makes } = make({ alternatives: [other, other], checking: badMedia });
    await expect(file).rejects.toBe(badMedia);
    expect(makes).toHaveLength(2);
    const alone = make({ checking: badMedia });
    await expect(alone.file).rejects.toBe(badMedia);
    expect([alone.makes.length, alone.seen]).toEqual([
      1,
      ['reserve 1000', 'end fetching', 'close', 'remove'],
    ]);
  });

  it.each([new AppError('server_full'), new Error('a mistake')])(
    'are not meant by %s',
    async (error) => {
      const { file, makes } = make({ alternatives: [other], making: [error] });
      await expect(file).rejects.toBe(error);
      expect(makes).toHaveLength(1);
    },
  );

  it('are not tried again for a job that nobody wants any more', async () => {
    const { file, makes, leaving } = make({ alternatives: [other], checking: badMedia });
    leaving.abort(new AppError('cancelled'));
    await expect(file).rejects.toThrow();
    expect(makes).toHaveLength(1);
  });
});
