import { describe, expect, it } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

/** A function whose end the test controls; counts its runs and records whether it was aborted. */
function makeWork() {
  const state = {
    started: 0,
    aborted: false,
    finish: (_value: string) => {},
    fail: (_error: unknown) => {},
  };
  const work = (signal: AbortSignal) => {
    state.started += 1;
    signal.addEventListener('abort', () => {
      state.aborted = true;
    });
    return new Promise<string>((resolve, reject) => {
      state.finish = resolve;
      state.fail = reject;
    });
  };
  return { state, work };
}

describe('single flight', () => {
  it('starts the work once for all concurrent callers, and again for a later one', async () => {
    const once = createSingleFlight<string>();
    const { state, work } = makeWork();
    const { signal } = new AbortController();
    const both = Promise.all([
      once('a', signal, work, undefined),
      once('a', signal, work, undefined),
    ]);
    state.finish('done');
    expect(await both).toEqual(['done', 'done']);
    expect(state.started).toBe(1);
    const third = once('a', signal, work, undefined);
    state.finish('later');
    expect(await third).toBe('later');
    expect(state.started).toBe(2);
  });

  it('goes on while a caller waits, and ends when the last one leaves', async () => {
    const once = createSingleFlight<string>();
    const { state, work } = makeWork();
    const [first, second] = [new AbortController(), new AbortController()];
    const one = once('a', first.signal, work, undefined).catch((reason) => reason);
    const two = once('a', second.signal, work, undefined).catch((reason) => reason);
    first.abort('left');
    expect(await one).toBe('left');
    expect(state.aborted).toBe(false);
    second.abort('left too');
    expect(await two).toBe('left too');
    expect(state.aborted).toBe(true);
    state.fail(new Error('aborted'));
  });

  it('does not hand an abandoned piece of work to the next caller', async () => {
    const once = createSingleFlight<string>();
    const left = makeWork();
    const fresh = makeWork();
    const first = new AbortController();
    const one = once('a', first.signal, left.work, undefined).catch((reason) => reason);
    first.abort('left');
    await one;
    const two = once('a', new AbortController().signal, fresh.work, undefined);
    left.state.fail(new Error('aborted'));
    fresh.state.finish('fresh');
    expect(await two).toBe('fresh');
  });

  it('gives everybody the failure', async () => {
    const once = createSingleFlight<string>();
    const { state, work } = makeWork();
    const { signal } = new AbortController();
    const both = Promise.allSettled([
      once('a', signal, work, undefined),
      once('a', signal, work, undefined),
    ]);
    state.fail(new Error('broken'));
    expect((await both).map((one) => one.status)).toEqual(['rejected', 'rejected']);
  });
});
