// The same work at a server alone and at one of a fleet, in turn: looking at a link, and making a file.
import { bigVideoId } from '../../lab/platforms/youtube/long-video.ts';
import type { LabProcess } from '../lab-process.ts';
import type { Options } from '../options.ts';
import { median } from '../processes.ts';
import { prepareSource } from '../sources.ts';
import { visit } from '../visitor.ts';
import type { FleetServer } from './fleet-servers.ts';

const LOOKS = 15;
const SMALL_MEGABYTES = 1;
const LINE = { rttMs: 40, bytesPerSecondPerConnection: 10_000_000 };
const WISH = { format: 'mp4', quality: 'high' } as const;

/** Medians in milliseconds, and the fleet's divided by the other. */
export type Compared = {
  readonly runs: number;
  readonly aloneMs: number;
  readonly fleetMs: number;
  readonly over: number;
  readonly all: { readonly alone: readonly number[]; readonly fleet: readonly number[] };
};

/** The two servers. */
export type Sides = { readonly alone: FleetServer; readonly fleet: FleetServer };

/** From a new link to what is at it. */
export async function compareLooks(
  lab: LabProcess,
  sides: Sides,
  nextTake: () => number,
): Promise<Compared> {
  await lab.shape({ ...LINE, bytesPerSecondPerConnection: null });
  return inTurn(LOOKS, sides, async (server) => {
    const { url } = await prepareSource(bigVideoId(SMALL_MEGABYTES, nextTake()));
    const startedAt = performance.now();
    await visit(server.url).inspect(url);
    return performance.now() - startedAt;
  });
}

/** From a new link to a finished file of 1080p. */
export async function compareFiles(
  lab: LabProcess,
  sides: Sides,
  { runs, megabytes }: Options,
  nextTake: () => number,
): Promise<Compared> {
  await lab.shape(LINE);
  return inTurn(runs, sides, async (server) => {
    const { url } = await prepareSource(bigVideoId(megabytes, nextTake()));
    const visitor = visit(server.url);
    const startedAt = performance.now();
    const { job } = await visitor.download({ url, ...WISH });
    const ms = performance.now() - startedAt;
    await visitor.settled(job);
    await visitor.forget(job);
    return ms;
  });
}

/** Each side first in every other turn. The first turn is not counted. */
async function inTurn(
  runs: number,
  { alone, fleet }: Sides,
  measure: (server: FleetServer) => Promise<number>,
): Promise<Compared> {
  const all = { alone: [] as number[], fleet: [] as number[] };
  for (let turn = 0; turn <= runs; turn += 1) {
    const order = turn % 2 === 0 ? [alone, fleet] : [fleet, alone];
    for (const server of order) {
      const ms = await measure(server);
      if (turn > 0) all[server === alone ? 'alone' : 'fleet'].push(ms);
    }
  }
  const [aloneMs, fleetMs] = [median(all.alone), median(all.fleet)];
  return { runs, aloneMs, fleetMs, over: fleetMs / aloneMs, all };
}
