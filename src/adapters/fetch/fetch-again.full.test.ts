// Recovery from failures that take long to play, and other rows of the faults that the first tier plays.
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../lab/faults/faults.ts';
import {
  outcomeOf,
  readAll,
  setUpFetchFixture,
} from '../../../tests/fixtures/fetch/fetch-fixture.ts';
import { seededBody } from '../../../tests/fixtures/fetch/seeded-body.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';

const openFixture = setUpFetchFixture();
const ADDRESS = 'https://cdn.test/film';
const BODY = seededBody(20_000_000, 'again');

async function openPlay() {
  const clock = createManualClock();
  const fixture = await openFixture({ clock });
  await fixture.putFile(ADDRESS, BODY);
  const addFault = (fault: Fault, host = 'cdn.test') =>
    fixture.lab.faults.add({ host, pathPrefix: '/', fault });
  return { ...fixture, clock, addFault };
}

describe('a file whose fetch fails', () => {
  it.each<Fault>([
    { kind: 'reset', afterBytes: 0, times: 4 },
    { kind: 'wrongLength', extraBytes: -1, times: 3 },
    { kind: 'hang', times: 2 },
    { kind: 'status', status: 502, times: 2 },
    { kind: 'status', status: 503, times: 2 },
  ])('is complete after $kind $status', async (fault) => {
    const play = await openPlay();
    play.addFault(fault);
    const run = play.fetch(ADDRESS);
    const early = readAll(run);
    expect(await outcomeOf(run.done, play.clock)).toMatchObject({ bytes: BODY.length });
    expect((await run.file()).equals(BODY)).toBe(true);
    expect((await early).equals(BODY)).toBe(true);
  });

  it('uses fewer connections when the origin refuses more', async () => {
    const play = await openPlay();
    let open = 0;
    let most = 0;
    play.put(ADDRESS, ({ headers }) => {
      const [, first = '0', last = ''] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
      if (open >= 1) return { status: 429, body: 'one at a time' };
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
      }, 100);
      const end = Math.min(Number(last) + 1, BODY.length);
      return {
        status: 206,
        headers: { 'content-range': `bytes ${first}-${end - 1}/${BODY.length}` },
        body: BODY.subarray(Number(first), end),
      };
    });
    await play.lab.shape.set({ rttMs: 0, bytesPerSecondPerConnection: 10_000_000 });
    const run = play.fetch(ADDRESS);
    expect(await outcomeOf(run.done, play.clock)).toMatchObject({ bytes: BODY.length });
    expect((await run.file()).equals(BODY)).toBe(true);
  });
});
