// The figures of a slow line: bytes, rate and time left, second by second, and the end of one that is too slow.
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { settle, setUpScriptedOrigin } from '../../../tests/fixtures/fetch/scripted-origin.ts';
import { createJobMeter } from '../../core/jobs/job-meter.ts';
import type { JobProgress } from '../../core/jobs/progress.ts';

const open = setUpScriptedOrigin();
const TOTAL = 12_000_000;
const STEP_MS = 50;

/** Fetches from an origin that gives each connection a piece of so many bytes every so many milliseconds. */
async function play(pieceBytes: number, everyMs: number, inStep: boolean, totalBytes = TOTAL) {
  const { clock, fetch, requests } = open();
  const seconds: (JobProgress & { readonly atSeconds: number })[] = [];
  let last: JobProgress | null = null;
  const meter = createJobMeter({
    clock,
    encodes: false,
    isStored: false,
    durationSeconds: 100,
    expectedBytes: [totalBytes],
    report: (progress) => {
      last = progress;
    },
  });
  const run = fetch({ exactBytes: totalBytes, report: (progress) => meter.fetched(0, progress) });
  let isOver = false;
  const ended = run.done.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
  void ended.then(() => {
    isOver = true;
  });
  const sent = new Map<object, { at: number; end: number; nextMs: number }>();
  await settle();
  for (let nowMs = 0; !isOver && nowMs < 400_000; nowMs += STEP_MS) {
    for (const [index, request] of requests.entries()) {
      let state = sent.get(request);
      if (!state) {
        const [from, to] = request.range;
        state = {
          at: from,
          end: (to ?? totalBytes - 1) + 1,
          nextMs: nowMs + (inStep ? everyMs : (everyMs * (1 + (index % 8))) / 8),
        };
        sent.set(request, state);
        request.head(206, {
          'content-range': `bytes ${from}-${state.end - 1}/${totalBytes}`,
          etag: '"a"',
        });
      }
      while (!request.isAborted() && state.at < state.end && nowMs >= state.nextMs) {
        const bytes = Math.min(pieceBytes, state.end - state.at);
        request.piece(new Uint8Array(bytes).fill(1 + (state.at % 200)));
        state.at += bytes;
        state.nextMs += everyMs;
        if (state.at === state.end) request.end();
      }
    }
    clock.advance(STEP_MS);
    await delay(2); // for the disk
    if (nowMs % 1000 === 0 && last)
      seconds.push({ ...(last as JobProgress), atSeconds: nowMs / 1000 });
  }
  return { code: await ended, seconds, tookSeconds: clock.monotonic() / 1000 };
}

describe('the figures of a line of 30 kB/s for each connection', () => {
  it.each([
    ['small pieces', 1500, 50, false],
    ['large pieces', 16_384, 546, false],
    ['large pieces that come at once', 16_384, 546, true],
  ])('are true where it brings %s', async (_, pieceBytes, everyMs, inStep) => {
    const { code, seconds, tookSeconds } = await play(pieceBytes, everyMs, inStep);
    expect(code).toBe('done');
    const early = seconds.filter(({ atSeconds, bytes }) => atSeconds >= 1 && bytes < 8_000_000);
    for (const [index, { atSeconds, bytes, bytesPerSecond, etaSeconds }] of early.entries()) {
      const truth = tookSeconds - atSeconds;
      if (etaSeconds !== null) expect(etaSeconds).toBeLessThan(2 * truth);
      if (atSeconds < 7) continue;
      expect(bytes).toBeGreaterThan(early[index - 2]?.bytes ?? 0);
      expect(etaSeconds).not.toBeNull();
      const trueRate = (bytes - (early[index - 5]?.bytes ?? 0)) / 5;
      expect(Math.abs((bytesPerSecond ?? 0) - trueRate)).toBeLessThan(trueRate / 3);
    }
    expect(early.length).toBeGreaterThan(25);
  });
});

describe('a line of 1.5 kB/s for each connection', () => {
  it.each([
    [75, 50],
    [1500, 1000],
    [4500, 3000],
  ])('ends with timeout after a minute (%i bytes every %i ms)', async (pieceBytes, everyMs) => {
    const { code, seconds, tookSeconds } = await play(pieceBytes, everyMs, false);
    expect(code).toBe('timeout');
    expect(tookSeconds).toBeLessThan(90);
    for (const { etaSeconds } of seconds) expect(etaSeconds ?? 0).toBeLessThan(2 * 3600);
  });

  it('goes on to the end where that is near', async () => {
    const { code, tookSeconds } = await play(500, 100, false, 1_400_000);
    expect(code).toBe('done');
    expect(tookSeconds).toBeGreaterThan(75);
  });
});
