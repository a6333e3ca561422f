// The figures of the fleet as lines for the screen.
import type { FleetFigures } from './fleet.ts';
import { QUEUE_AIMS, type QueueRow } from './queue.ts';

/** A line for each number of servers, and one for each of the other figures. */
export function printFleet(figures: FleetFigures): void {
  const { idle, throughput, looks, files, secondVisitors, cancels, lag, aims } = figures;
  console.log('servers        jobs  seconds  jobs/min  of linear  cores  machine busy');
  for (const { servers, isFleet, ...row } of throughput) {
    const name = isFleet ? `${servers} of a fleet` : `${servers} alone`;
    const cells = [
      String(row.jobs).padStart(5),
      row.seconds.toFixed(1).padStart(9),
      row.jobsPerMinute.toFixed(1).padStart(10),
      (isFleet ? row.overLinear.toFixed(2) : '').padStart(11),
      row.cores.toFixed(2).padStart(7),
      `${(100 * row.busy).toFixed(0)} %`.padStart(14),
    ];
    console.log(`${name.padEnd(14)}${cells.join('')}`);
  }
  console.log(`aim: ${aims.overLinear} of linear`);
  console.log(
    `link to what is at it, ${looks.runs} each: alone ${looks.aloneMs.toFixed(0)} ms, fleet ${looks.fleetMs.toFixed(0)} ms: × ${looks.over.toFixed(2)}`,
  );
  console.log(
    `file ready, ${figures.megabytes} MB, ${files.runs} each: alone ${(files.aloneMs / 1000).toFixed(2)} s, fleet ${(files.fleetMs / 1000).toFixed(2)} s: × ${files.over.toFixed(2)} (aim ${aims.fileOver})`,
  );
  const spreads = [
    ['second visitor at another server, first byte', secondVisitors, `${aims.secondVisitorMs}`],
    ['  at a server alone', figures.secondVisitorsAlone, 'none'],
    ['  of the object straight from the store', figures.storeFirstByte, 'none'],
    ['cancelled at another server, job gone', cancels, `${aims.cancelP95Ms} for p95`],
    [`progress at another server, ${lag.steps} steps, later by`, lag, `${aims.lagP95Ms} for p95`],
  ] as const;
  for (const [what, { p50Ms, p95Ms }, aim] of spreads)
    console.log(`${what}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms (aim ${aim})`);
  console.log(
    `memory without work: alone ${idle.aloneMb.toFixed(0)} MB, of a fleet ${idle.sharedMb.toFixed(0)} MB`,
  );
  console.log(
    `Redis, ${idle.watchedSeconds} s without work, each server a second: ${idle.commandsPerSecond.toFixed(2)} commands (aim ${idle.aimPerSecond}), ${idle.sentPerSecond.toFixed(2)} of them sent`,
  );
}

/** Prints what a full queue costs. */
export function printQueue(rows: readonly QueueRow[]): void {
  for (const { servers, downloads, acceptedPerSecond, first, last, cores, mb } of rows)
    console.log(
      `queue of ${downloads}, servers ${servers}: ${acceptedPerSecond.toFixed(0)} accepted a second (aim ${QUEUE_AIMS.acceptedPerSecond}), an answer after ${first.p50Ms.toFixed(0)} ms at first and ${last.p50Ms.toFixed(0)} at last; without work ${cores.toFixed(2)} of a processor (aim ${QUEUE_AIMS.cores}), ${mb.toFixed(0)} MB`,
    );
}
