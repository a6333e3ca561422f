import { expect, it } from 'vitest';
import { silentFetching } from '../../../tests/support/media/fake-fetching.ts';
import {
  makeInspection,
  makeItem,
  makeSound,
  makeTrack,
  NO_ORIGIN,
} from '../../../tests/support/media/make-item.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { choiceOf } from '../choosing/choice.ts';
import { planDownload } from '../choosing/plan-download.ts';
import type { Inspected } from '../inspecting/inspection.ts';
import { type TrackNeeds, trackMaterial } from './material/track-material.ts';
import { makeFile, type PipelineNeeds } from './pipeline.ts';
import type { MadeFile, MakeTask } from './ports.ts';
import { createWorkTurns } from './work-turns.ts';

const LIMIT_SECONDS = 600;
const track = makeTrack('1.sound', { sound: makeSound(), bytes: null, bytesExact: false });
const inspection = makeInspection([makeItem([track], { kind: 'sound', durationSeconds: null })]);
const source = { address: 'https://cdn.test/1', headers: {}, cookies: {}, fragments: null };
const inspected: Inspected = {
  inspection,
  sources: { egress: 'direct', byId: new Map([[track.id, source]]) },
  origin: NO_ORIGIN,
};
const never = () => new Promise<never>(() => undefined);

/** Makes an MP3 of unknown length with a transcoder that goes on until its signal ends it. */
function makeEndlessly() {
  const planned = planDownload(inspection, choiceOf('mp3', 'high'));
  if ('unavailable' in planned) throw new Error(planned.unavailable);
  const closed: string[] = [];
  const clock = createManualClock();
  const making = Promise.withResolvers<MakeTask>();
  const needs: PipelineNeeds & TrackNeeds = {
    findPart: async () => null,
    fetcher: {
      open: () => ({
        fetch: () => silentFetching(),
        close: async () => void closed.push('lane'),
      }),
    },
    transcoder: {
      make: (task) => {
        making.resolve(task);
        return new Promise<MadeFile>((_resolve, reject) => {
          task.signal.addEventListener('abort', () => reject(task.signal.reason));
        });
      },
    },
    checker: { check: never },
    files: {
      workspace: async () => ({
        folder: '/',
        write: never,
        makeRoom: never,
        remove: async () => void closed.push('folder'),
      }),
    } as Partial<PipelineNeeds['files']> as PipelineNeeds['files'],
    thumbnails: { render: never },
    subtitles: { read: never },
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
    inspectAgain: never,
    workKey: (key) => key,
    maxDurationSeconds: LIMIT_SECONDS,
    maxFileBytes: 1e9,
    fileTtlMs: 60_000,
  };
  const leaving = new AbortController();
  const { plan } = planned;
  const material = trackMaterial(needs, plan, inspected);
  const job = { plan, material, isHeavy: false, isLong: false, renew: null };
  const file = makeFile(needs, job, leaving.signal, () => undefined);
  return { making: making.promise, file, closed, leaving, clock };
}

it('a file of unknown length is ended while it is made, once it is longer than this site takes', async () => {
  const { making, file, closed } = makeEndlessly();
  const { report, signal } = await making;
  report(LIMIT_SECONDS + 4);
  expect(signal.aborted).toBe(false);
  report(LIMIT_SECONDS + 6);
  await expect(file).rejects.toMatchObject({ code: 'too_long', params: { minutes: 10 } });
  expect(closed).toEqual(['lane', 'folder']);
});

it('a job ends once its work has kept the machine busy for as long as it may', async () => {
  const { making, file, closed, clock } = makeEndlessly();
  const { turn, signal } = await making;
  const end = turn?.begin({ pause: () => undefined, resume: () => undefined });
  clock.advance(5 * 60_000);
  end?.();
  // Whatever it waits for meanwhile does not count.
  clock.advance(60 * 60_000);
  turn?.begin({ pause: () => undefined, resume: () => undefined });
  clock.advance(10 * 60_000 - 1);
  expect(signal.aborted).toBe(false);
  clock.advance(1000);
  await expect(file).rejects.toMatchObject({ code: 'too_much_work', params: { minutes: 15 } });
  expect(closed).toEqual(['lane', 'folder']);
});

it('a job that is aborted ends with the reason of its signal', async () => {
  const { making, file, leaving } = makeEndlessly();
  await making;
  const reason = new Error('gone');
  leaving.abort(reason);
  await expect(file).rejects.toBe(reason);
});
