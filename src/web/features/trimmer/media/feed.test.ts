// Tracks are written side by side.
import { expect, it } from 'vitest';
import { type Feed, runFeeds } from './feed.ts';

const NEVER = new AbortController().signal;

/** A track that reaches these times; what it does is written down. */
async function* feed(name: string, times: readonly number[], done: string[]): Feed {
  try {
    for (const time of times) {
      done.push(`${name} ${time}`);
      yield time;
    }
    done.push(`${name} whole`);
  } finally {
    done.push(`${name} closed`);
  }
}

it('goes on with the track that is furthest behind', async () => {
  const done: string[] = [];
  const reached: number[] = [];
  const feeds = [feed('video', [1, 4, 9], done), feed('audio', [2, 3, 5], done)];
  await runFeeds(feeds, NEVER, (seconds) => reached.push(seconds));
  const written = done.filter((each) => !/whole|closed/.test(each));
  expect(written).toEqual(['video 1', 'audio 2', 'video 4', 'audio 3', 'audio 5', 'video 9']);
  expect(done.filter((each) => /whole/.test(each))).toHaveLength(2);
  // As far as every track that is still written.
  expect(reached).toEqual([0, 1, 2, 3, 4, 5]);
});

it('writes one track to its end though another has none', async () => {
  const done: string[] = [];
  await runFeeds([feed('video', [], done), feed('audio', [1, 2], done)], NEVER, () => undefined);
  expect(done).toContain('audio whole');
});

it('stops at the signal, with its reason, and closes every track', async () => {
  const done: string[] = [];
  const controller = new AbortController();
  const feeds = [feed('video', [1, 2, 3], done), feed('audio', [1, 2, 3], done)];
  const running = runFeeds(feeds, controller.signal, (seconds) => {
    if (seconds >= 1) controller.abort(new TypeError('enough'));
  });
  await expect(running).rejects.toThrow('enough');
  expect(done.filter((each) => /whole/.test(each))).toEqual([]);
  expect(done.filter((each) => /closed/.test(each)).toSorted()).toEqual([
    'audio closed',
    'video closed',
  ]);
});

it('closes the other tracks when one fails', async () => {
  const done: string[] = [];
  // biome-ignore lint/correctness/useYield: it fails before
  async function* failing(): Feed {
    throw new TypeError('the encoder failed');
  }
  const feeds = [feed('video', [1], done), failing()];
  await expect(runFeeds(feeds, NEVER, () => undefined)).rejects.toThrow('the encoder failed');
  expect(done).toContain('video closed');
});
