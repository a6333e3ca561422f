// What is left of followers, requests and timers once a follower has left or a download has ended.
import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemorySignals } from '../../adapters/memory/signals.ts';
import {
  type ActiveDownload,
  addActive,
  allActive,
  cancelElsewhere,
  createActiveDownloads,
  type DownloadUpdate,
  dropAllActive,
  followActive,
  removeActive,
  restingProgress,
  updateActive,
} from './active-downloads.ts';
import type { Download } from './download.ts';

const ABANDON_MS = 600_000;

function stage() {
  const clock = createManualClock();
  const happened: string[] = [];
  const all = createActiveDownloads({
    clock,
    signals: createMemorySignals(clock),
    abandonMs: ABANDON_MS,
    onAbandoned: ({ download }) => void happened.push(`${download.id} abandoned`),
    onCancelled: ({ download }) => void happened.push(`${download.id} cancelled`),
  });
  const add = (id: string) => {
    const active: ActiveDownload = {
      download: { id, visitor: 'v', state: 'open' } as Download,
      progress: restingProgress('queued'),
      stage: 'queued',
      link: null,
      network: '',
      controller: new AbortController(),
      startedAtMs: 0,
    };
    addActive(all, active);
    return active;
  };
  const heard: DownloadUpdate[] = [];
  const follow = (followed: Parameters<typeof followActive>[2] = 'all') =>
    followActive(all, 'v', followed, (update) => void heard.push(update));
  return { clock, all, add, heard, happened, follow };
}

it('a download is kept for one follower when another has left, even twice', () => {
  const { clock, add, happened, follow } = stage();
  add('a');
  const [first, second] = [follow(), follow()];
  first();
  first();
  clock.advance(3 * ABANDON_MS);
  expect(happened).toEqual([]);
  second();
  clock.advance(ABANDON_MS);
  expect(happened).toEqual(['a abandoned']);
});

it('a follower who has left gets neither changes nor new downloads', () => {
  const { all, add, heard, follow } = stage();
  const active = add('a');
  const leave = follow();
  heard.length = 0;
  leave();
  updateActive(all, active, { progress: restingProgress('fetching', 5) });
  add('b');
  expect(heard).toEqual([]);
});

it('an end keeps the bytes and, but for a success, the percentage; nothing else of the way there', () => {
  for (const [state, percent] of [
    ['failed', 40],
    ['ready', 100],
  ] as const) {
    const { all, add, heard, follow } = stage();
    const active = add('a');
    const fetching = { bytesPerSecond: 7, connections: 3, etaSeconds: 9, position: 2 };
    const progress = { ...restingProgress('fetching', 40), ...fetching, bytes: 5, totalBytes: 9 };
    updateActive(all, active, { progress });
    follow();
    removeActive(all, active, { ...active.download, state });
    expect(heard.at(-1)?.progress).toEqual({
      phase: state,
      percent,
      bytes: 5,
      totalBytes: null,
      bytesPerSecond: null,
      connections: 0,
      etaSeconds: null,
      position: null,
    });
  }
});

it('nothing changes a download any more whose end is being stored, or whose place another has', () => {
  const { all, add, heard, follow } = stage();
  const [old, active] = [add('a'), add('a')];
  follow();
  heard.length = 0;
  updateActive(all, old, { stage: 'running', progress: restingProgress('fetching', 5) });
  active.stage = 'ending';
  updateActive(all, active, { stage: 'running', progress: restingProgress('fetching', 5) });
  expect([heard, old.stage, active.stage]).toEqual([[], 'queued', 'ending']);
});

it('another process may cancel a download until it ends', () => {
  const { all, add, happened } = stage();
  const [a, b] = [add('a'), add('b')];
  cancelElsewhere(all, 'a');
  expect(happened).toEqual(['a cancelled']);
  removeActive(all, a, { ...a.download, state: 'cancelled' });
  dropAllActive(all);
  for (const { download } of [a, b]) cancelElsewhere(all, download.id);
  expect(happened).toEqual(['a cancelled']);
});

it('all can be forgotten at once, without an end and without a timer', () => {
  const { clock, all, add, heard, happened, follow } = stage();
  const leave = follow();
  for (const id of ['a', 'b']) add(id);
  leave();
  heard.length = 0;
  dropAllActive(all);
  clock.advance(ABANDON_MS);
  expect([heard, happened, allActive(all), clock.pending()]).toEqual([[], [], [], 0]);
});
