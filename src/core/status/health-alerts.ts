// Tells operators when a platform goes down or comes back, and when the disk runs full, without being asked.
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Alarms } from './alarms.ts';
import type { SiteStatus } from './site-status.ts';

const LOOK_MS = 60_000;
/** Nothing is told of the same thing more often than this. */
const QUIET_MS = 3_600_000;

/** Room on the disk, in bytes: below `keptFreeBytes` no new work begins. */
export type DiskRoom = { readonly freeBytes: number; readonly keptFreeBytes: number };

/** The watch. A look that fails is warned of. */
export type WeatherWatch = { readonly begin: () => void; readonly close: () => Promise<void> };

/**
 * Looks once a minute. `platform_down` and `platform_up` come with a change of state, at most one for each platform and
 * hour: what changes sooner and stays is told when the hour is over. `disk_low` comes again each hour while it lasts.
 */
export function createWeatherWatch(needs: {
  readonly status: () => Promise<SiteStatus>;
  readonly disk: () => Promise<DiskRoom>;
  readonly alarms: Alarms;
  readonly clock: Clock;
  readonly warn: (message: string, cause: unknown) => void;
}): WeatherWatch {
  const { clock, alarms } = needs;
  const down = new Set<PlatformId>();
  const toldAt = new Map<PlatformId | 'disk', number>();
  let callOff: () => void = () => undefined;
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();

  /** Whether it may be told now; then it has been. */
  const mayTell = (what: PlatformId | 'disk'): boolean => {
    const before = toldAt.get(what);
    if (before !== undefined && clock.monotonic() - before < QUIET_MS) return false;
    toldAt.set(what, clock.monotonic());
    return true;
  };

  const lookAtPlatforms = async () => {
    const { platforms } = await needs.status();
    for (const { platform, state, hour } of platforms) {
      // Of a platform that is off or hardly tried nothing new is known.
      if (state === 'off' || state === 'unknown') continue;
      const isDown = state === 'down';
      if (isDown === down.has(platform) || !mayTell(platform)) continue;
      if (isDown) down.add(platform);
      else down.delete(platform);
      const details = { platform, state, hourDone: hour.done, hourFailed: hour.failed };
      alarms.raise({ kind: isDown ? 'platform_down' : 'platform_up', details });
    }
  };

  const lookAtDisk = async () => {
    const { freeBytes, keptFreeBytes } = await needs.disk();
    if (freeBytes < keptFreeBytes && mayTell('disk'))
      alarms.raise({ kind: 'disk_low', details: { freeBytes, keptFreeBytes } });
  };

  const look = async () => {
    const looks = await Promise.allSettled([lookAtPlatforms(), lookAtDisk()]);
    for (const one of looks)
      if (one.status === 'rejected') needs.warn('the weather could not be looked at', one.reason);
    wait();
  };

  const wait = () => {
    if (isClosed) return;
    callOff = clock.after(LOOK_MS, () => {
      running = look();
    });
  };

  return {
    begin: wait,
    async close() {
      isClosed = true;
      callOff();
      await running;
    },
  };
}
