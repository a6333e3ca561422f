import { describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createDuties } from '../../adapters/clock/duties.ts';
import { createPresence, SERVER_TIMES } from './server-registry.ts';

const { beatMs, lostAfterMs } = SERVER_TIMES;

/** A server among others; the test sets how its database behaves. */
function makePresence() {
  const clock = createManualClock(1_000_000);
  const state = { isRefused: false, isAway: false, isCopied: false, hangs: 0, looks: 0 };
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const left: number[] = [];
  const hanging: (() => void)[] = [];
  let beats = 0;
  const presence = createPresence({
    duties: createDuties({ warn, after: clock.after }),
    times: SERVER_TIMES,
    warn,
    servers: {
      hasStranger: async () => false,
      enter: async () => (state.isRefused ? null : clock.now()),
      async beat() {
        beats += 1;
        if (state.hangs > 0) {
          state.hangs -= 1;
          await new Promise<void>((resolve) => hanging.push(resolve));
        }
        if (state.isAway) throw new Error('away');
        return state.isCopied ? null : clock.now();
      },
      leave: async (startedAt) => void left.push(startedAt),
    },
  });
  const onSeen = async () => {
    state.looks += 1;
  };
  /** Advances the clock report by report, and waits for each. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += beatMs) {
      clock.advance(beatMs);
      await new Promise(setImmediate);
    }
  };
  return { presence, clock, state, warnings, left, hanging, onSeen, pass, beats: () => beats };
}

async function begin() {
  const made = makePresence();
  expect(await made.presence.enter()).toBe(true);
  made.presence.begin(made.onSeen);
  return made;
}

describe('a server among others', () => {
  it('reports every ten seconds, until it leaves', async () => {
    const { presence, clock, left, pass, beats, state } = await begin();
    clock.advance(beatMs - 1);
    expect(beats()).toBe(0);
    await pass(6 * beatMs);
    expect([beats(), state.looks]).toEqual([6, 6]);
    await presence.leave();
    await pass(5 * beatMs);
    expect([beats(), left, clock.pending()]).toEqual([6, [1_000_000], 0]);
  });

  it('neither reports nor leaves if it was refused', async () => {
    const { presence, state, left } = makePresence();
    state.isRefused = true;
    expect(await presence.enter()).toBe(false);
    await presence.leave();
    expect(left).toEqual([]);
  });

  it('tries again after a failed report, and logs that once', async () => {
    const { state, warnings, pass, beats } = await begin();
    state.isAway = true;
    await pass(2 * beatMs);
    expect([warnings.length, beats()]).toEqual([1, 2]);
    state.isAway = false;
    await pass(beatMs);
    state.isAway = true;
    await pass(3 * beatMs);
    expect([warnings.length, new Set(warnings).size]).toEqual([2, 1]);
  });

  it('considers no server gone for a minute after it was away itself', async () => {
    const { state, pass } = await begin();
    await pass(beatMs);
    state.isAway = true;
    await pass(lostAfterMs);
    state.isAway = false;
    const { looks } = state;
    await pass(lostAfterMs);
    expect(state.looks).toBe(looks);
    await pass(beatMs);
    expect(state.looks).toBe(looks + 1);
  });

  it('goes on taking over after a moment without its database', async () => {
    const { state, pass } = await begin();
    state.isAway = true;
    await pass(beatMs);
    state.isAway = false;
    await pass(beatMs);
    expect(state.looks).toBe(1);
  });

  it('warns once while another process uses its id, and takes nothing over meanwhile', async () => {
    const { state, warnings, pass } = await begin();
    state.isCopied = true;
    await pass(3 * beatMs);
    expect(warnings).toEqual([expect.stringContaining('copy of this DATA_DIR')]);
    await pass(lostAfterMs);
    expect(state.looks).toBe(0);
  });

  it('warns once of a failed takeover, and tries again', async () => {
    const { presence, warnings, pass } = makePresence();
    await presence.enter();
    const onSeen = vi.fn().mockRejectedValue(new Error('no'));
    presence.begin(onSeen);
    await pass(3 * beatMs);
    expect([onSeen.mock.calls.length, warnings.length]).toEqual([3, 1]);
  });

  it('is not held up by a query that hangs, and waits for it when it leaves', async () => {
    const { presence, state, left, hanging, pass } = await begin();
    state.hangs = 1;
    await pass(2 * beatMs);
    expect(state.looks).toBe(1);
    let hasLeft = false;
    const leaving = presence.leave().then(() => {
      hasLeft = true;
    });
    await new Promise(setImmediate);
    expect([hasLeft, left]).toEqual([false, []]);
    hanging[0]?.();
    await leaving;
    expect([state.looks, left.length]).toEqual([1, 1]);
  });
});
