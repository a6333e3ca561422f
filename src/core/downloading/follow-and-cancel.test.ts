import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemorySignals } from '../../adapters/memory/signals.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import {
  type ActiveDownload,
  addActive,
  additionsFor,
  allActive,
  createActiveDownloads,
  type DownloadView,
  dropAllActive,
  removeActive,
  requestsFor,
  restingProgress,
  updateActive,
} from './active-downloads.ts';
import type { Download } from './download.ts';
import { type Followed, followDownloads } from './follow-and-cancel.ts';
import type { Running } from './run-download.ts';

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
  const rows = new Map<string, Download>();
  const add = (id: string, visitor = 'v') => {
    const active: ActiveDownload = {
      download: { id, visitor, state: 'open', fileId: null } as Download,
      progress: restingProgress('queued'),
      stage: 'queued',
      isStored: true,
      link: {} as Link,
      network: '',
      controller: new AbortController(),
      startedAtMs: 0,
    };
    addActive(all, active);
    rows.set(id, active.download);
    all.signals.publish(additionsFor(visitor), id, 0);
    return active;
  };
  const end = (active: ActiveDownload, state: Download['state']) => {
    const download = { ...active.download, state };
    rows.set(download.id, download);
    removeActive(all, active, download);
  };
  const running = {
    active: all,
    clock,
    downloads: {
      get: async (id: string) => rows.get(id) ?? null,
      openOf: async (visitor: string) =>
        [...rows.values()]
          .filter((one) => one.visitor === visitor && one.state === 'open')
          .toReversed(),
    },
    files: { get: async () => null },
    tokens: {},
    warn: (message: string) => void happened.push(message),
  } as unknown as Running;
  const views: DownloadView[] = [];
  const heard = () =>
    views.map(({ download, progress }) => `${download.id} ${download.state} ${progress.percent}`);
  const follow = (followed: Followed = 'all') =>
    followDownloads(running, 'v', followed, (view) => void views.push(view));
  const fetching = (percent: number) => ({ progress: restingProgress('fetching', percent) });
  return { clock, happened, all, add, end, heard, views, follow, fetching };
}

describe('followers of open downloads', () => {
  it('get the present state at once, each change, and the end', async () => {
    const { add, all, end, heard, follow, fetching } = stage();
    const active = add('a');
    await follow({ id: 'a' });
    updateActive(all, active, fetching(40));
    end(active, 'ready');
    updateActive(all, active, fetching(50));
    expect(heard()).toEqual(['a open 0', 'a open 40', 'a ready 100']);
  });

  it('never get a percentage that decreases', async () => {
    const { add, all, heard, follow, fetching } = stage();
    const active = add('a');
    updateActive(all, active, fetching(40));
    await follow({ id: 'a' });
    updateActive(all, active, fetching(10));
    expect(heard()).toEqual(['a open 40', 'a open 40']);
  });

  it('of the newest get that one, and no other after it', async () => {
    const { add, heard, follow } = stage();
    for (const id of ['a', 'b']) add(id);
    await follow('newest');
    add('c');
    expect(heard()).toEqual(['b open 0']);
  });

  it('of the newest get the next when there is none', async () => {
    const { add, heard, follow } = stage();
    await follow('newest');
    for (const id of ['a', 'b']) add(id);
    expect(heard()).toEqual(['a open 0']);
  });

  it('get nothing of another visitor', async () => {
    const { add, heard, follow } = stage();
    await follow();
    add('a', 'w');
    expect(heard()).toEqual([]);
  });

  it('get neither changes nor new downloads once they have left', async () => {
    const { all, add, views, follow, fetching } = stage();
    const active = add('a');
    const leave = await follow();
    views.length = 0;
    leave();
    updateActive(all, active, fetching(5));
    add('b');
    expect(views).toEqual([]);
  });

  it('get the bytes with the end and, but for a success, the percentage; nothing else of the way there', async () => {
    for (const [state, percent] of [
      ['failed', 40],
      ['ready', 100],
    ] as const) {
      const { all, add, end, views, follow } = stage();
      const active = add('a');
      const fetching = { bytesPerSecond: 7, connections: 3, etaSeconds: 9, position: 2 };
      const progress = { ...restingProgress('fetching', 40), ...fetching, bytes: 5, totalBytes: 9 };
      updateActive(all, active, { progress });
      await follow();
      end(active, state);
      expect(views.at(-1)?.progress).toEqual({
        ...restingProgress(state, percent),
        bytes: 5,
      });
    }
  });
});

describe('an open download', () => {
  it('is abandoned when nothing has followed it for long enough', () => {
    const { add, clock, happened } = stage();
    add('a');
    clock.advance(ABANDON_MS - 1);
    expect(happened).toEqual([]);
    clock.advance(1);
    expect(happened).toEqual(['a abandoned']);
  });

  it('is kept as long as it is followed, and as long again after', async () => {
    const { add, clock, happened, follow } = stage();
    add('a');
    clock.advance(ABANDON_MS - 1);
    const [first, second] = [await follow(), await follow({ id: 'a' })];
    first();
    first();
    clock.advance(10 * ABANDON_MS);
    second();
    clock.advance(ABANDON_MS - 1);
    expect(happened).toEqual([]);
    clock.advance(1);
    expect(happened).toEqual(['a abandoned']);
  });

  it('leaves no timer behind when it ends', async () => {
    const { add, all, clock, end, follow } = stage();
    const active = add('a');
    await follow({ id: 'a' });
    end(active, 'failed');
    expect([clock.pending(), allActive(all)]).toEqual([0, []]);
  });

  it('changes no more once its end is being stored, or another has its place', async () => {
    const { all, add, views, follow, fetching } = stage();
    const [old, active] = [add('a'), add('a')];
    await follow();
    views.length = 0;
    updateActive(all, old, { stage: 'running', ...fetching(5) });
    active.stage = 'ending';
    updateActive(all, active, { stage: 'running', ...fetching(5) });
    expect([views, old.stage, active.stage]).toEqual([[], 'queued', 'ending']);
  });

  it('may be cancelled by request until it ends', () => {
    const { all, add, end, happened } = stage();
    const [a, b] = [add('a'), add('b')];
    const cancel = ({ download }: ActiveDownload) =>
      all.signals.publish(requestsFor(download.id), 'cancel', 0);
    cancel(a);
    expect(happened).toEqual(['a cancelled']);
    end(a, 'cancelled');
    dropAllActive(all);
    for (const one of [a, b]) cancel(one);
    expect(happened).toEqual(['a cancelled']);
  });

  it('can be forgotten with all others, without an end and without a timer', async () => {
    const { clock, all, add, views, happened, follow } = stage();
    for (const id of ['a', 'b']) add(id);
    const leave = await follow();
    leave();
    views.length = 0;
    dropAllActive(all);
    clock.advance(ABANDON_MS);
    expect([views, happened, allActive(all), clock.pending()]).toEqual([[], [], [], 0]);
  });
});
