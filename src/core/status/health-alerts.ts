// Alerts operators when a platform goes down or comes back, when the disk runs full, and when the shared Redis forgets or runs full.
import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Duties, EndDuty } from '../async/duties.ts';
import { type Signals, type Topic, topic } from '../async/signals.ts';
import type { Alarms } from './alarms.ts';
import { type MemoryTrouble, memoryTrouble, type SharedMemory } from './shared-memory.ts';
import type { SiteStatus } from './site-status.ts';

const CHECK_EVERY_MS = 60_000;
/** The shortest time between two alarms about the same platform, or about the disk. */
const QUIET_MS = 3_600_000;

/** Free disk space, in bytes: below `keptFreeBytes` no new job starts. */
export type DiskSpace = { readonly freeBytes: number; readonly keptFreeBytes: number };

/** The alerts; a check that fails is logged. */
export type HealthAlerts = { readonly begin: () => void; readonly close: () => Promise<void> };

export type HealthAlertsNeeds = {
  readonly status: () => Promise<SiteStatus>;
  readonly disk: () => Promise<DiskSpace>;
  /** Null where no Redis is shared. */
  readonly sharedMemory: () => Promise<SharedMemory | null>;
  readonly alarms: Alarms;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly signals: Pick<Signals, 'publish' | 'subscribe'>;
  /** Whether this server tells of platforms and of Redis, for all. Each tells of its own disk. */
  readonly isLeading: () => boolean;
  readonly warn: (message: string, cause: unknown) => void;
};

/** The platforms that operators were last told are down. */
const DOWN: Topic<readonly PlatformId[]> = topic('platforms down');
const DOWN_KEPT_MS = 24 * 3_600_000;

type State = HealthAlertsNeeds & {
  readonly down: Set<PlatformId>;
  /** When the last alarm was raised, in monotonic milliseconds. */
  readonly raisedAt: Map<Subject, number>;
};

type Subject = PlatformId | `${PlatformId} refuses` | 'disk' | MemoryTrouble;

/**
 * Checks once a minute. Raises `platform_down` and `platform_up` when the state changes, at most one per platform and hour;
 * a change within that hour is reported at its end if it lasts. Raises `platform_refuses` (every egress of this server),
 * `disk_low`, `redis_evicts` and `redis_nearly_full` every hour while they last.
 */
export function createHealthAlerts(needs: HealthAlertsNeeds): HealthAlerts {
  const state: State = { ...needs, down: new Set(), raisedAt: new Map() };
  let end: EndDuty = async () => undefined;
  let unsubscribe: () => void = () => undefined;
  return {
    begin() {
      unsubscribe = needs.signals.subscribe(DOWN, (down) => {
        state.down.clear();
        for (const platform of PLATFORM_IDS) if (down.includes(platform)) state.down.add(platform);
      });
      end = needs.duties.every('check-health', CHECK_EVERY_MS, () => check(state));
    },
    close() {
      unsubscribe();
      return end();
    },
  };
}

async function check(state: State): Promise<void> {
  const platforms = state.isLeading() ? checkPlatforms(state) : undefined;
  const memory = state.isLeading() ? checkSharedMemory(state) : undefined;
  const checks = await Promise.allSettled([platforms, checkDisk(state), memory]);
  for (const one of checks)
    if (one.status === 'rejected')
      state.warn('platforms, disk or Redis could not be checked', one.reason);
}

async function checkPlatforms(state: State): Promise<void> {
  const { platforms } = await state.status();
  for (const { platform, state: now, hour, refused } of platforms) {
    if (refused && mayRaise(state, `${platform} refuses`))
      state.alarms.raise({ kind: 'platform_refuses', details: { platform, refused } });
    // Too little is known of a platform that is off or has hardly been tried.
    if (now === 'off' || now === 'unknown') continue;
    const isDown = now === 'down';
    if (isDown === state.down.has(platform) || !mayRaise(state, platform)) continue;
    if (isDown) state.down.add(platform);
    else state.down.delete(platform);
    const details = { platform, state: now, hourDone: hour.done, hourFailed: hour.failed };
    state.signals.publish(DOWN, [...state.down], DOWN_KEPT_MS);
    state.alarms.raise({ kind: isDown ? 'platform_down' : 'platform_up', details });
  }
}

async function checkDisk(state: State): Promise<void> {
  const { freeBytes, keptFreeBytes } = await state.disk();
  if (freeBytes < keptFreeBytes && mayRaise(state, 'disk'))
    state.alarms.raise({ kind: 'disk_low', details: { freeBytes, keptFreeBytes } });
}

async function checkSharedMemory(state: State): Promise<void> {
  const memory = await state.sharedMemory();
  const trouble = memory && memoryTrouble(memory);
  if (!trouble || !mayRaise(state, trouble)) return;
  const { usedBytes, limitBytes, policy, evictedKeys } = memory;
  const details = { usedBytes, limitBytes: limitBytes ?? 0, policy, evictedKeys };
  state.alarms.raise({ kind: `redis_${trouble}`, details });
}

/** Whether an alarm may be raised now; if so, counts it as raised. */
function mayRaise({ raisedAt, clock }: State, subject: Subject): boolean {
  const before = raisedAt.get(subject);
  if (before !== undefined && clock.monotonic() - before < QUIET_MS) return false;
  raisedAt.set(subject, clock.monotonic());
  return true;
}
