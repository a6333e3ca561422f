// Following the other servers of a fleet: one of them tries a version, and the others adopt what it kept. Each of them tests
// that the version starts here; canaries and probation are the business of the one that tried it.
import { compareEngineVersions } from '../../shared/engine.ts';
import type { Clock } from '../async/clock.ts';
import type { Duties, EndDuty } from '../async/duties.ts';
import { type EngineMemory, refusalOf } from './memory.ts';

const FOLLOW_EVERY_MS = 30_000;
/** A version that could not be adopted here is tried again after this time: the disk may have been full. */
const RETRY_AFTER_MS = 3_600_000;

/** Reads the stored state twice a minute, and adopts what the others kept. */
export type Following = { readonly start: () => void; readonly stop: () => void };

/** Creates it. `adopt` resolves with whether the version is in use; it is not called while another update runs. */
export function createFollowing(needs: {
  readonly clock: Clock;
  readonly duties: Duties;
  readonly current: () => string;
  readonly isBusy: () => boolean;
  readonly readMemory: () => Promise<EngineMemory>;
  readonly adopt: (version: string) => Promise<boolean>;
}): Following {
  const { clock, duties, current, isBusy } = needs;
  let end: EndDuty = async () => undefined;
  const run = async () => {
    const wanted = versionToFollow(await needs.readMemory(), current(), clock.now());
    if (wanted === null || isBusy()) return FOLLOW_EVERY_MS;
    return (await needs.adopt(wanted)) ? FOLLOW_EVERY_MS : RETRY_AFTER_MS;
  };
  return {
    start() {
      end = duties.paced('follow-engine', FOLLOW_EVERY_MS, run);
    },
    stop: () => void end(),
  };
}

/**
 * The version that another server switched to, if this one is to do the same: after its probation, when it is newer or
 * pinned; at once, when the others went back from the version in use here. Else null.
 */
function versionToFollow(memory: EngineMemory, current: string, nowMs: number): string | null {
  const { switched, watchUntil, watched, pinned } = memory;
  if (!switched || switched.version === current) return null;
  const { version } = switched;
  if (refusalOf(memory, version)) return null;
  const reason = refusalOf(memory, current)?.reason;
  if (reason === 'rolled_back' || reason === 'rolled_back_by_operator') return version;
  if (watched === 'engine' && isOnTrial(switched, watchUntil, nowMs)) return null;
  const isNewer = compareEngineVersions(version, current) > 0;
  return isNewer || version === pinned ? version : null;
}

/** Whether another server tries a version that is not in use here. */
export function isTriedElsewhere(
  { switched, watchUntil, watched }: EngineMemory,
  current: string,
  nowMs: number,
): boolean {
  const isElsewhere = watched === 'engine' && switched?.version !== current;
  return isElsewhere && isOnTrial(switched, watchUntil, nowMs);
}

function isOnTrial(
  switched: EngineMemory['switched'],
  watchUntil: EngineMemory['watchUntil'],
  nowMs: number,
): boolean {
  return switched !== null && watchUntil !== null && watchUntil > nowMs;
}
