import { describe, expect, it } from 'vitest';
import type { ProgressEvent } from '../../shared/api/download.ts';
import { createEventFeed } from './event-feed.ts';

const event = (job: string, percent: number, message = ''): ProgressEvent => ({
  status: 'Downloading',
  percent,
  message,
  job,
  phase: 'fetching',
  bytes: 0,
  totalBytes: null,
  bytesPerSecond: null,
  connections: 0,
  etaSeconds: null,
  position: null,
});

function aFeed() {
  const state = { closed: 0 };
  const feed = createEventFeed(() => {
    state.closed += 1;
  });
  const reader = feed[Symbol.asyncIterator]();
  return {
    state,
    feed,
    next: async () => (await reader.next()).value,
    leave: () => reader.return?.(),
  };
}

const percents = (text: string) =>
  [...text.matchAll(/"percent":(\d+)/g)].map((one) => Number(one[1]));

describe('a feed of events', () => {
  it('begins with when to come back and gives each state as it comes', async () => {
    const { feed, next } = aFeed();
    expect(await next()).toBe('retry: 3000\n\n');
    const waiting = next();
    feed.put(event('a', 5), false);
    expect(await waiting).toBe(`id: a\ndata: ${JSON.stringify(event('a', 5))}\n\n`);
  });

  it('keeps for a slow reader only the last state of each download', async () => {
    const { feed, next } = aFeed();
    await next();
    for (let percent = 0; percent < 1000; percent += 1) {
      feed.put(event('a', percent % 100), false);
      feed.put(event('b', percent % 50), false);
    }
    expect(percents(await next())).toEqual([99, 49]);
  });

  it('ends after what waits, and says when to come back', async () => {
    const { state, feed, next } = aFeed();
    feed.put(event('a', 100), true);
    feed.end();
    feed.put(event('a', 3), false);
    feed.end();
    const last = await next();
    expect(last).toMatch(/^id: a\.end\ndata: \{.*"percent":100.*\}\n\nretry: 3000\n\n$/);
    expect([await next(), state.closed, feed.isClosed()]).toEqual([undefined, 1, true]);
  });

  it('beats only when nothing waits', async () => {
    const { feed, next } = aFeed();
    feed.beat();
    expect(await next()).toBe('retry: 3000\n\n');
    feed.beat();
    feed.beat();
    feed.put(event('a', 1), false);
    expect(await next()).toMatch(/^:\n\nid: a\n/);
  });

  it('is closed once, also while its reader waits', async () => {
    const { state, feed, next, leave } = aFeed();
    await next();
    const waiting = next();
    await leave();
    await leave();
    feed.put(event('a', 1), false);
    expect([await waiting, state.closed]).toEqual([undefined, 1]);
  });

  it('sse-inject: keeps whatever a message holds on its one line', async () => {
    const { feed, next } = aFeed();
    await next();
    const message = 'a\n\nevent: x\r\ndata: {"percent":100}\u2028\r';
    feed.put(event('a', 1, message), false);
    const lines = String(await next()).split(/\r\n|\n|\r/);
    expect(lines).toEqual(['id: a', expect.stringMatching(/^data: /), '', '']);
    expect(JSON.parse(lines[1]?.slice(6) ?? '').message).toBe(message);
  });
});
