import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemorySignals } from '../../adapters/memory/signals.ts';
import type { Link } from '../../shared/platforms/platform.ts';
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
  const abandoned: string[] = [];
  const happened: string[] = [];
  const all = createActiveDownloads({
    clock,
    signals: createMemorySignals(clock),
    abandonMs: ABANDON_MS,
    onAbandoned({ download }) {
      abandoned.push(download.id);
      happened.push(`${download.id} abandoned`);
    },
    onCancelled: ({ download }) => void happened.push(`${download.id} cancelled`),
  });
  const add = (id: string, visitor = 'v') => {
    const active: ActiveDownload = {
      download: { id, visitor, state: 'open' } as Download,
      progress: restingProgress('queued'),
      stage: 'queued',
      link: {} as Link,
      network: '',
      controller: new AbortController(),
      startedAtMs: 0,
    };
    addActive(all, active);
    return active;
  };
  const heard: string[] = [];
  const listener = ({ download, progress }: DownloadUpdate) =>
    void heard.push(`${download.id} ${download.state} ${progress.percent}`);
  const fetching = (percent: number) => ({ progress: restingProgress('fetching', percent) });
  const updates: DownloadUpdate[] = [];
  const follow = (followed: Parameters<typeof followActive>[2] = 'all') =>
    followActive(all, 'v', followed, (update) => void updates.push(update));
  return { clock, abandoned, happened, all, add, heard, listener, fetching, updates, follow };
}

describe('followers of open downloads', () => {
  it('get the present state at once, each change, and the end', () => {
    const { add, all, heard, listener, fetching } = stage();
    const active = add('a');
    followActive(all, 'v', { id: 'a' }, listener);
    updateActive(all, active, fetching(40));
    removeActive(all, active, { ...active.download, state: 'ready' });
    updateActive(all, active, fetching(50));
    expect(heard).toEqual(['a open 0', 'a open 40', 'a ready 100']);
  });

  it('never get a percentage that decreases', () => {
    const { add, all, heard, listener, fetching } = stage();
    const active = add('a');
    updateActive(all, active, fetching(40));
    followActive(all, 'v', { id: 'a' }, listener);
    updateActive(all, active, fetching(10));
    expect(heard).toEqual(['a open 40', 'a open 40']);
  });

  it('of the newest get that one, and no other after it', () => {
    const { add, all, heard, listener } = stage();
    add('a');
    add('b');
    followActive(all, 'v', 'newest', listener);
    add('c');
    expect(heard).toEqual(['b open 0']);
  });

  it('of the newest get the next when there is none', () => {
    const { add, all, heard, listener } = stage();
    followActive(all, 'v', 'newest', listener);
    add('a');
    add('b');
    expect(heard).toEqual(['a open 0']);
  });

  it('get nothing of another visitor', () => {
    const { add, all, heard, listener } = stage();
    followActive(all, 'v', 'all', listener);
    add('a', 'w');
    expect(heard).toEqual([]);
  });
});

describe('an open download', () => {
  it('is abandoned when nothing has followed it for long enough', () => {
    const { add, clock, abandoned } = stage();
    add('a');
    clock.advance(ABANDON_MS - 1);
    expect(abandoned).toEqual([]);
    clock.advance(1);
    expect(abandoned).toEqual(['a']);
  });

  it('is kept as long as it is followed, and as long again after', () => {
    const { add, clock, all, abandoned, listener } = stage();
    add('a');
    clock.advance(ABANDON_MS - 1);
    const stop = followActive(all, 'v', 'all', listener);
    clock.advance(10 * ABANDON_MS);
    stop();
    clock.advance(ABANDON_MS - 1);
    expect(abandoned).toEqual([]);
    clock.advance(1);
    expect(abandoned).toEqual(['a']);
  });

  it('leaves no timer behind when it ends', () => {
    const { add, clock, all } = stage();
    const active = add('a');
    removeActive(all, active, { ...active.download, state: 'failed' });
    expect([clock.pending(), allActive(all)]).toEqual([0, []]);
  });
});

describe('once a follower has left or a download has ended', () => {
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
    const { all, add, updates, follow } = stage();
    const active = add('a');
    const leave = follow();
    updates.length = 0;
    leave();
    updateActive(all, active, { progress: restingProgress('fetching', 5) });
    add('b');
    expect(updates).toEqual([]);
  });

  it('an end keeps the bytes and, but for a success, the percentage; nothing else of the way there', () => {
    for (const [state, percent] of [
      ['failed', 40],
      ['ready', 100],
    ] as const) {
      const { all, add, updates, follow } = stage();
      const active = add('a');
      const fetching = { bytesPerSecond: 7, connections: 3, etaSeconds: 9, position: 2 };
      const progress = { ...restingProgress('fetching', 40), ...fetching, bytes: 5, totalBytes: 9 };
      updateActive(all, active, { progress });
      follow();
      removeActive(all, active, { ...active.download, state });
      expect(updates.at(-1)?.progress).toEqual({
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
    const { all, add, updates, follow } = stage();
    const [old, active] = [add('a'), add('a')];
    follow();
    updates.length = 0;
    updateActive(all, old, { stage: 'running', progress: restingProgress('fetching', 5) });
    active.stage = 'ending';
    updateActive(all, active, { stage: 'running', progress: restingProgress('fetching', 5) });
    expect([updates, old.stage, active.stage]).toEqual([[], 'queued', 'ending']);
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
    const { clock, all, add, updates, happened, follow } = stage();
    const leave = follow();
    for (const id of ['a', 'b']) add(id);
    leave();
    updates.length = 0;
    dropAllActive(all);
    clock.advance(ABANDON_MS);
    expect([updates, happened, allActive(all), clock.pending()]).toEqual([[], [], [], 0]);
  });
});
