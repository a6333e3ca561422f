// One process without settings against a fleet of equal servers that share a database, Redis and an object store: what the
// fleet gains, what it costs, and how quickly one server learns what happened at another.
import { bigVideoId } from '../../lab/platforms/youtube/long-video.ts';
import type { LabProcess } from '../lab-process.ts';
import type { Options } from '../options.ts';
import { requireRoom } from '../sources.ts';
import { type Compared, compareFiles, compareLooks } from './alone-or-fleet.ts';
import { measureCancels, measureLag, measureSecondVisitors } from './between-servers.ts';
import { openFleetServers } from './fleet-servers.ts';
import { type IdleFigures, measureIdle } from './idle.ts';
import type { Spread } from './spread.ts';
import { measureStore } from './store.ts';
import { measureThroughput, type ThroughputRow } from './throughput.ts';

/** What was aimed at; times in milliseconds. */
export const AIMS = {
  overLinear: 0.9,
  fileOver: 1.15,
  secondVisitorMs: 30,
  cancelP95Ms: 300,
  lagP95Ms: 150,
} as const;

/** All figures, and the aims. */
export type FleetFigures = {
  readonly idle: IdleFigures;
  readonly throughput: readonly ThroughputRow[];
  readonly looks: Compared;
  readonly files: Compared;
  readonly megabytes: number;
  readonly secondVisitors: Spread;
  /** The same where one server does it all, and the first byte of an object straight from the store. */
  readonly secondVisitorsAlone: Spread;
  readonly storeFirstByte: Spread;
  readonly cancels: Spread;
  readonly lag: Spread & { readonly steps: number };
  readonly aims: typeof AIMS;
};

/** Measures everything, one thing after the other. */
export async function measureFleet(lab: LabProcess, options: Options): Promise<FleetFigures> {
  await requireRoom(options.megabytes * 2);
  const fleet = await openFleetServers(lab);
  let takes = 0;
  const nextTake = () => {
    takes += 1;
    return takes;
  };
  try {
    const idle = await measureIdle(fleet);
    const throughput = await measureThroughput(lab, fleet, nextTake);
    const alone = await fleet.startAlone();
    const pair = [await fleet.startShared(), await fleet.startShared()] as const;
    const sides = { alone, fleet: pair[0] };
    const looks = await compareLooks(lab, sides, nextTake);
    const files = await compareFiles(lab, sides, options, nextTake);
    const made = bigVideoId(options.megabytes, nextTake());
    const secondVisitorsAlone = await measureSecondVisitors(lab, [alone, alone], made);
    await alone.close();
    const secondVisitors = await measureSecondVisitors(lab, pair, made);
    const storeFirstByte = await measureStore(fleet.store);
    const cancels = await measureCancels(lab, pair, nextTake);
    const lag = await measureLag(lab, pair, nextTake);
    const { megabytes } = options;
    return {
      idle,
      throughput,
      looks,
      files,
      megabytes,
      secondVisitors,
      secondVisitorsAlone,
      storeFirstByte,
      cancels,
      lag,
      aims: AIMS,
    };
  } finally {
    await fleet.close();
  }
}
