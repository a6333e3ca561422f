// Remembers for each platform which browser it answers: a platform may refuse one by its name, a new one more often than others.
import type { Clock } from '../../core/async/clock.ts';
import { createExpiringMap } from '../../core/async/expiring-map.ts';
import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import type { Browser } from './workers/protocol.ts';

const REMEMBER_MS = 3_600_000;
const BROWSERS: readonly Browser[] = ['first', 'other', 'none'];

export type BrowserMemory = {
  /** The one to begin with. */
  readonly first: (platform: PlatformId) => Browser;
  /** One to try after `failed`; each of the others in turn, for one of them may be refused as well. */
  readonly second: (platform: PlatformId, failed: Browser) => Browser;
  /** Begins with this one for an hour. */
  readonly remember: (platform: PlatformId, browser: Browser) => void;
};

export function createBrowserMemory(clock: Clock): BrowserMemory {
  const good = createExpiringMap<Browser>({ clock, maxEntries: PLATFORM_IDS.length });
  const turns = new Map<PlatformId, number>();
  return {
    first: (platform) => good.get(platform) ?? 'first',
    second(platform, failed) {
      const others = BROWSERS.filter((browser) => browser !== failed);
      const turn = turns.get(platform) ?? 0;
      turns.set(platform, turn + 1);
      return others[turn % others.length] ?? 'first';
    },
    remember: (platform, browser) => good.put(platform, browser, clock.now() + REMEMBER_MS),
  };
}
