// Makes a file of a plan with parts that do at once what a test says; for tests of the pipeline.

import type { Plan, PlanOption } from '../../../src/core/choosing/plan.ts';
import type { CheckedFile } from '../../../src/core/files/ports.ts';
import type { Receipt, StoredFile } from '../../../src/core/files/stored-file.ts';
import type { Material, OpenTask } from '../../../src/core/jobs/material/material.ts';
import { makeFile, type PipelineNeeds, type PlannedJob } from '../../../src/core/jobs/pipeline.ts';
import type { CheckTask, MadeFile, MakeTask, ReadSubtitles } from '../../../src/core/jobs/ports.ts';
import type { JobProgress } from '../../../src/core/jobs/progress.ts';
import { createWorkTurns } from '../../../src/core/jobs/work-turns.ts';
import { createManualClock, type ManualClock } from '../run/manual-clock.ts';
import { silentFetching } from './fake-fetching.ts';

/** The longest file that is made. */
export const LIMIT_SECONDS = 600;
const never = () => new Promise<never>(() => undefined);
/** When everything happens. */
export const NOW = 1_760_000_000_000;
/** An option of a track that is copied, but for what `part` says. */
export const optionOf = (part: object = {}): PlanOption =>
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
  /** Called with each attempt, before it comes to something. */
  readonly whileMaking?: (task: MakeTask, clock: ManualClock) => void;
  readonly checking?: Error;
  /** What the checks of the attempts find. */
  readonly found?: readonly Partial<Receipt>[];
  readonly renew?: PlannedJob['renew'];
  readonly made?: Partial<MadeFile>;
  readonly gaps?: readonly boolean[];
  readonly subtitles?: ReadSubtitles;
  /** Called when sources are closed. */
  readonly closing?: (leaving: AbortController) => void;
  /** How long it is fetched before some of it is there. */
  readonly fetchMs?: number;
};

/** Makes it, and tells what the parts were asked. */
export function make({
  option,
  alternatives = [],
  making = [],
  whileMaking,
  checking,
  found = [],
  renew = null,
  made,
  gaps = [false],
  subtitles = { made: [], missing: [] },
  closing,
  fetchMs = 0,
}: Options = {}) {
  const seen: string[] = [];
  const opened: OpenTask[] = [];
  const checks: CheckTask[] = [];
  const makes: MakeTask[] = [];
  const progress: JobProgress[] = [];
  const clock = createManualClock(NOW);
  const leaving = new AbortController();
  const ends = [...making];
  const fetchings = gaps.map((mayHaveGaps) =>
    silentFetching(Promise.resolve({ path: '', bytes: 1, mayHaveGaps })),
  );
  const needs: PipelineNeeds = {
    clock,
    turns: createWorkTurns({
      clock,
      maxLong: 1,
      maxLightBeside: 1,
      maxHeavyBeside: 1,
      maxSlow: 1,
      maxWorkMs: 900_000,
      isSlotWanted: () => false,
      isPlaceWanted: () => false,
    }),
    maxWorkMinutes: 15,
    workKey: (key) => `work ${key}`,
    maxDurationSeconds: LIMIT_SECONDS,
    maxFileBytes: 1e9,
    fileTtlMs: 60_000,
    transcoder: {
      async make(task) {
        makes.push(task);
        whileMaking?.(task, clock);
        task.signal.throwIfAborted();
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
        return { extension: 'mp4', ...found[checks.length - 1] } as Receipt;
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
    chapters: [{ title: 'A', startSeconds: 0, endSeconds: null }],
    factsOf: () => ({ bytes: 1000, isExact: false, delivery: 'file' }),
    tags: () => null,
    subtitles: async () => subtitles,
    open(task) {
      const { signal, report } = task;
      opened.push({ ...task, arrived: new Map(task.arrived) });
      signal.addEventListener('abort', () => seen.push('end fetching'));
      clock.advance(fetchMs);
      if (fetchMs > 0) report(0, { bytes: 1, totalBytes: 2, connections: 1 });
      const close = async () => {
        seen.push('close');
        closing?.(leaving);
      };
      return { fetchings, close };
    },
  };
  const plan: Plan = { ...optionOf(option), key: 'plan', alternatives };
  const job = { plan, material, isHeavy: false, isLong: false, renew };
  const file = makeFile(needs, job, leaving.signal, (one) => progress.push(one));
  return { file, seen, opened, checks, makes, progress, leaving, clock, material };
}
