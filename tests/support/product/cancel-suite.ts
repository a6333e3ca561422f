// The tests of cancelling at pseudo-random moments, in every phase: a second later nothing of the job is left, and its slot is free.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Phase } from '../../../src/core/jobs/progress.ts';
import { FILM_HOST, film, filmLink, filmPath } from '../../fixtures/download/films.ts';
import { createRandom } from '../run/random.ts';
import { type DownloadFixture, startDownloadFixture } from './download-fixture.ts';
import { clientAt, type JobClient } from './job-client.ts';
import { openDescriptors, untilNothingLeft } from './left-behind.ts';

const SHORT = film('Short', 4);
/** Long enough to be met while it is fetched, made and looked at. */
const LONG = film('Long', 900);
const PADDED = { ...LONG, zeroBytes: 64 * 1024 };
const KINDS = { '81': LONG, '82': PADDED } as const;

/** The share of progress where fetching ends for a file that is re-encoded; the rest is encoding. */
const FETCHED_PERCENT = 23;

type Round = {
  readonly number: number;
  readonly phase: Phase;
  readonly format: 'mp4' | 'mp3';
  /** How long to wait once the phase has begun. */
  readonly delayMs: number;
};

/** All phases in turn, and within each a moment and a format by chance. */
function planRounds(seed: number, rounds: number): Round[] {
  const random = createRandom(seed);
  const phases: readonly Phase[] = ['inspecting', 'queued', 'fetching', 'making', 'checking'];
  return Array.from({ length: rounds }, (_, number) => {
    const phase = phases[number % phases.length] ?? 'fetching';
    const isMp3 = random() < 0.5;
    // A film is copied in no time: only coding is long enough to be met.
    const format = phase === 'making' || (phase !== 'checking' && isMp3) ? 'mp3' : 'mp4';
    return { number, phase, format, delayMs: Math.floor(random() * 150) };
  });
}

let fixture: DownloadFixture;
let descriptors = 0;
beforeAll(async () => {
  fixture = await startDownloadFixture({
    filmOf: (id) => KINDS[id.slice(0, 2) as keyof typeof KINDS] ?? SHORT,
    prepared: [SHORT, LONG],
    // One place alone: whether it is free shows at once.
    settings: { MAX_JOBS: '1', MAX_INSPECTIONS: '2' },
  });
  await client().make({ url: filmLink('8800') });
  await untilNothingLeft(fixture.dataDir, process.pid, 5000);
  descriptors = openDescriptors(process.pid).length;
}, 240_000);
afterAll(() => fixture.close());

const client = () => clientAt(fixture.origin());
const met = new Map<string, number>();

/** What keeps a work in the phase that is asked for; the returned function lets everything go again. */
async function holdIn(phase: Phase, id: string): Promise<() => Promise<void>> {
  if (phase === 'inspecting') {
    const undo = fixture.lab.faults.add({
      host: 'x.com',
      pathPrefix: '/',
      fault: { kind: 'hang' },
    });
    return async () => undo();
  }
  const slowed = phase === 'queued' ? `89${id}` : id;
  if (phase !== 'queued' && phase !== 'fetching') return async () => undefined;
  const undo = fixture.lab.faults.add({
    host: FILM_HOST,
    pathPrefix: filmPath(slowed),
    fault: { kind: 'slow', bytesPerSecond: phase === 'queued' ? 2000 : 20_000 },
  });
  if (phase === 'fetching') return async () => undo();
  const before = client();
  const { job } = await before.start({ url: filmLink(slowed) });
  await before.until(job, 'fetching');
  return async () => {
    expect(await before.cancel(job)).toBe(true);
    undo();
  };
}

/** Before that the cover is still on its way, and there is no encoder to be ended. */
async function isCoding(visitor: JobClient, job: string): Promise<boolean> {
  return (await visitor.job(job)).progress.percent > FETCHED_PERCENT;
}

/** Declares the tests for so many rounds, a multiple of five. */
export function testCancelling(seed: number, rounds: number): void {
  describe(`cancelling at moments of seed ${seed}`, () => {
    it.each(planRounds(seed, rounds))(
      'leaves nothing in round $number: $format, $delayMs ms into $phase',
      async ({ number, phase, format, delayMs }) => {
        const id = `${phase === 'checking' ? 82 : 81}${String(number).padStart(2, '0')}`;
        const letGo = await holdIn(phase, id);
        const visitor = client();
        const { job } = await visitor.start({ url: filmLink(id), format });
        await visitor.until(job, phase);
        if (phase === 'making')
          await vi.waitUntil(() => isCoding(visitor, job), { timeout: 20_000 });
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        const { progress } = await visitor.job(job);
        const cancelled = await visitor.cancel(job);
        // Chance may be late: what has ended is not cancelled any more, and says so.
        const end = await visitor.job(job);
        expect(end.state).toBe(cancelled ? 'cancelled' : 'ready');
        if (cancelled) met.set(progress.phase, (met.get(progress.phase) ?? 0) + 1);
        await letGo();
        await untilNothingLeft(fixture.dataDir, process.pid, 1000);
        expect(await visitor.cancel(job), 'a second time').toBe(false);
        const next = await client().make({ url: filmLink(`88${String(number).padStart(2, '0')}`) });
        expect(next.state).toBe('ready');
      },
    );

    it('has covered every phase', () => {
      const phases = ['checking', 'fetching', 'inspecting', 'making', 'queued'];
      expect([...met.keys()].sort()).toEqual(phases);
      for (const phase of phases) expect(met.get(phase), phase).toBeGreaterThanOrEqual(rounds / 10);
    });

    it('has left no descriptor open and logged no warning', async () => {
      // Connections to the lab are kept for a while; what grows with the rounds is a leak.
      await vi.waitUntil(() => openDescriptors(process.pid).length <= descriptors + 15, {
        timeout: 10_000,
        interval: 200,
      });
      expect(fixture.warnings).toEqual([]);
      expect(fixture.lab.unknown()).toEqual([]);
    });
  });
}
