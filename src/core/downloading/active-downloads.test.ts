import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import type { Download } from './download.ts';
import {
  createLiveDownloads,
  type LiveDownload,
  restingProgress,
  type Told,
} from './live-downloads.ts';

const ABANDON_MS = 600_000;

function stage() {
  const clock = createManualClock();
  const abandoned: string[] = [];
  const lives = createLiveDownloads({
    clock,
    abandonMs: ABANDON_MS,
    onAbandoned: ({ download }) => abandoned.push(download.id),
  });
  const add = (id: string, visitor = 'v') => {
    const live: LiveDownload = {
      download: { id, visitor, state: 'open' } as Download,
      progress: restingProgress('queued'),
      address: '',
      controller: new AbortController(),
      startedAt: 0,
      isEnding: false,
    };
    lives.add(live);
    return live;
  };
  const heard: string[] = [];
  const listener = ({ download, progress }: Told) =>
    void heard.push(`${download.id} ${download.state} ${progress.percent}`);
  const fetching = (percent: number) => ({ progress: restingProgress('fetching', percent) });
  return { clock, abandoned, lives, add, heard, listener, fetching };
}

describe('the listeners of open downloads', () => {
  it('hear at once how matters stand, each change, and the end', () => {
    const { add, lives, heard, listener, fetching } = stage();
    const live = add('a');
    lives.listen('v', { id: 'a' }, listener);
    lives.update(live, fetching(40));
    lives.end(live, { ...live.download, state: 'ready' });
    lives.update(live, fetching(50));
    expect(heard).toEqual(['a open 0', 'a open 40', 'a ready 100']);
  });

  it('never hear of a percentage that goes back', () => {
    const { add, lives, heard, listener, fetching } = stage();
    const live = add('a');
    lives.update(live, fetching(40));
    lives.listen('v', { id: 'a' }, listener);
    lives.update(live, fetching(10));
    expect(heard).toEqual(['a open 40', 'a open 40']);
  });

  it('hear of the newest, and of no other once they have it', () => {
    const { add, lives, heard, listener } = stage();
    add('a');
    add('b');
    lives.listen('v', 'newest', listener);
    add('c');
    expect(heard).toEqual(['b open 0']);
  });

  it('hear of the next when there is none', () => {
    const { add, lives, heard, listener } = stage();
    lives.listen('v', 'newest', listener);
    add('a');
    add('b');
    expect(heard).toEqual(['a open 0']);
  });

  it('hear nothing of what belongs to somebody else', () => {
    const { add, lives, heard, listener } = stage();
    lives.listen('v', 'all', listener);
    add('a', 'w');
    expect(heard).toEqual([]);
  });
});

describe('an open download', () => {
  it('is given up when nobody has listened for long enough', () => {
    const { add, clock, abandoned } = stage();
    add('a');
    clock.advance(ABANDON_MS - 1);
    expect(abandoned).toEqual([]);
    clock.advance(1);
    expect(abandoned).toEqual(['a']);
  });

  it('is kept as long as somebody listens, and as long again after', () => {
    const { add, clock, lives, abandoned, listener } = stage();
    add('a');
    clock.advance(ABANDON_MS - 1);
    const stop = lives.listen('v', 'all', listener);
    clock.advance(10 * ABANDON_MS);
    stop();
    clock.advance(ABANDON_MS - 1);
    expect(abandoned).toEqual([]);
    clock.advance(1);
    expect(abandoned).toEqual(['a']);
  });

  it('leaves no timer behind when it ends', () => {
    const { add, clock, lives } = stage();
    const live = add('a');
    lives.end(live, { ...live.download, state: 'failed' });
    expect([clock.pending(), lives.all()]).toEqual([0, []]);
  });
});
