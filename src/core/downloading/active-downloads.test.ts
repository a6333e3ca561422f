import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemorySignals } from '../../adapters/memory/signals.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import {
  type ActiveDownload,
  addActive,
  allActive,
  createActiveDownloads,
  type DownloadUpdate,
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
  const all = createActiveDownloads({
    clock,
    signals: createMemorySignals(clock),
    abandonMs: ABANDON_MS,
    onAbandoned: ({ download }) => abandoned.push(download.id),
    onCancelled: () => undefined,
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
  return { clock, abandoned, all, add, heard, listener, fetching };
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
