// What passes between two servers of a fleet: a finished file for a visitor of the other one, the end of a cancelled job, and
// its progress.
import { setTimeout as wait } from 'node:timers/promises';
import { bigVideoId } from '../../lab/platforms/youtube/long-video.ts';
import { workFolders } from '../../tests/support/product/left-behind.ts';
import type { LabProcess } from '../lab-process.ts';
import { prepareSource } from '../sources.ts';
import { visit } from '../visitor.ts';
import type { FleetServer } from './fleet-servers.ts';
import { type Spread, spreadOf } from './spread.ts';

const VISITORS = 20;
const CANCELS = 20;
const FOLLOWED = 3;
const MEGABYTES = 5;
/** A file of the size above would take half a minute. */
const SLOW_LINE = { rttMs: 40, bytesPerSecondPerConnection: 40_000 };
const LOOK_MS = 2;
const WISH = { format: 'mp4', quality: 'high' } as const;

/** Two servers, each of which can make the files of the other. */
export type Pair = readonly [FleetServer, FleetServer];

/** A file was made for a visitor of the one; the time to its first byte, for others at the other (it may be the same). */
export async function measureSecondVisitors(
  lab: LabProcess,
  [one, other]: Pair,
  id: string,
): Promise<Spread> {
  await lab.shape({ rttMs: 40, bytesPerSecondPerConnection: 10_000_000 });
  const { url } = await prepareSource(id);
  const first = visit(one.url);
  await first.settled((await first.download({ url, ...WISH })).job);
  const allMs: number[] = [];
  for (let turn = 0; turn < VISITORS; turn += 1) {
    const visitor = visit(other.url);
    const startedAt = performance.now();
    const answer = await visitor.download({ url, ...WISH });
    await visitor.firstByte(answer.downloadUrl);
    allMs.push(performance.now() - startedAt);
  }
  return spreadOf(allMs);
}

/** From the visitor's word at the server that does not make the file to the moment when the folder of the job is gone. */
export async function measureCancels(
  lab: LabProcess,
  pair: Pair,
  nextTake: () => number,
): Promise<Spread> {
  await lab.shape(SLOW_LINE);
  const allMs: number[] = [];
  for (let turn = 0; turn < CANCELS; turn += 1) {
    const { visitor, job, maker, other } = await startOne(pair, turn, nextTake);
    // At another moment of its work each time.
    await wait(500 + 50 * turn);
    const startedAt = performance.now();
    if (!(await visitor.at(other.url).cancel(job))) throw new Error('the download had ended');
    while (workFolders(maker.dataDir).length > 0) await wait(LOOK_MS);
    allMs.push(performance.now() - startedAt);
    const { state } = await visitor.job(job);
    if (state !== 'cancelled') throw new Error(`a cancelled download is ${state}`);
  }
  return spreadOf(allMs);
}

type Seen = { readonly phase: string; readonly percent: number; readonly atMs: number };

/**
 * A visitor follows a download at the server that makes it and at the other one, over two streams that this process reads: how
 * much later the other one shows each step.
 */
export async function measureLag(
  lab: LabProcess,
  pair: Pair,
  nextTake: () => number,
): Promise<Spread & { readonly steps: number }> {
  await lab.shape(SLOW_LINE);
  const allMs: number[] = [];
  for (let turn = 0; turn < FOLLOWED; turn += 1) {
    const { visitor, job, maker, other } = await startOne(pair, turn, nextTake);
    const [near, far] = await Promise.all(
      [maker, other].map(async ({ url }) => {
        const seen: Seen[] = [];
        for await (const { phase, percent } of visitor.at(url).events(job))
          seen.push({ phase, percent, atMs: performance.now() });
        return seen;
      }),
    );
    // The first of each stream says how things stood when it was opened.
    for (const step of (near ?? []).slice(1)) {
      const later = (far ?? []).find(
        ({ phase, percent }) =>
          percent > step.percent || (percent === step.percent && phase === step.phase),
      );
      if (!later) throw new Error(`the other server never showed ${step.percent} percent`);
      allMs.push(Math.max(0, later.atMs - step.atMs));
    }
  }
  return { ...spreadOf(allMs), steps: allMs.length };
}

/** Starts a download of a new visitor, at each of the two in turn, and finds out which of them makes it. */
async function startOne(pair: Pair, turn: number, nextTake: () => number) {
  const { url } = await prepareSource(bigVideoId(MEGABYTES, nextTake()));
  const visitor = visit(pair[turn % 2 === 0 ? 0 : 1].url);
  const job = await visitor.start({ url, ...WISH });
  for (;;) {
    const [one, other] = pair;
    const atOne = workFolders(one.dataDir).length > 0;
    if (atOne || workFolders(other.dataDir).length > 0)
      return { visitor, job, ...(atOne ? { maker: one, other } : { maker: other, other: one }) };
    const { error } = await visitor.job(job);
    if (error) throw new Error(`no file: ${JSON.stringify(error)}`);
    await wait(10);
  }
}
