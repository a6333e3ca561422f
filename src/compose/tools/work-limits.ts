// What the jobs of this machine may use of it: slots, processors and memory.
import { availableParallelism, totalmem } from 'node:os';
import type { Config } from '../../config.ts';
import type { Clock } from '../../core/async/clock.ts';
import type { Slots } from '../../core/jobs/queue/job-queue.ts';
import {
  createWorkTurns,
  type WorkTurns,
  type WorkTurnsNeeds,
} from '../../core/jobs/work-turns.ts';

const JOBS_PER_PROCESSOR = 8;
const ENCODES_PER_PROCESSOR = 2;
const MB = 1e6;
const MINUTE_MS = 60_000;
/** The share of the memory that all encoders together may use, those that wait for their turn as well. */
const ENCODERS_SHARE = 0.75;
/** What an encoder of 4K needs. */
const ENCODER_BYTES = 1500 * MB;
/** More than four networks can start, which have two jobs at a time each. */
const SLOW_PER_SLOT = 8;

/** Jobs that run here at once, of which some encode. One that copies waits for its line nearly all of the time. */
export function slotsOf({ MAX_JOBS, MAX_TRANSCODES }: Config): Required<Omit<Slots, 'long'>> {
  const processors = availableParallelism();
  const maxRunning = MAX_JOBS ?? JOBS_PER_PROCESSOR * processors;
  return {
    maxRunning,
    maxEncoding: Math.min(maxRunning, ENCODES_PER_PROCESSOR * processors),
    maxHeavy: MAX_TRANSCODES ?? Math.max(1, Math.floor(processors / 2)),
  };
}

/** How these jobs share the processors. As many as have a slot may have given theirs back. */
export function openWorkTurns(
  config: Config,
  clock: Clock,
  wanted: Pick<WorkTurnsNeeds, 'isSlotWanted' | 'isPlaceWanted'>,
): WorkTurns {
  const { maxEncoding, maxHeavy } = slotsOf(config);
  return createWorkTurns({
    clock,
    maxLong: maxHeavy,
    maxLightBeside: maxEncoding,
    maxHeavyBeside: heavyBeside(config),
    maxSlow: maxEncoding * SLOW_PER_SLOT,
    maxWorkMs: config.MAX_WORK_MINUTES * MINUTE_MS,
    ...wanted,
  });
}

/**
 * The memory that one encoder may use, in bytes: never more than its share of this machine, or of the cgroup that it runs in. A
 * machine has `machineBytes`.
 */
export function encoderBytes(config: Config, machineBytes = memoryHere()): number {
  const places = slotsOf(config).maxHeavy + heavyBeside(config, machineBytes);
  const share = (machineBytes * ENCODERS_SHARE) / places;
  return Math.floor(Math.min((config.ENCODE_MEMORY_MB ?? Number.POSITIVE_INFINITY) * MB, share));
}

/** As many as the memory holds, and one at least: otherwise a short encode would wait for a long one. */
function heavyBeside(config: Config, machineBytes = memoryHere()): number {
  const { maxEncoding, maxHeavy } = slotsOf(config);
  const bytes = config.ENCODE_MEMORY_MB ? config.ENCODE_MEMORY_MB * MB : ENCODER_BYTES;
  const places = Math.floor((machineBytes * ENCODERS_SHARE) / bytes);
  return Math.min(maxEncoding, Math.max(1, places - maxHeavy));
}

function memoryHere(): number {
  // Without a limit of its own, the cgroup reports 0 or more than there is.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
