// Wires the health of platforms: operators' switches, canaries, alarms.

import { createWebhook } from '../adapters/alarms/webhook.ts';
import type { Database } from '../adapters/database/schema.ts';
import { createSettings } from '../adapters/database/settings.ts';
import { createMemoryCircuits } from '../adapters/memory/circuits.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Duties } from '../core/async/duties.ts';
import { leaderDuties } from '../core/async/leader-duties.ts';
import type { Signals } from '../core/async/signals.ts';
import {
  type Breaker,
  breakerKey,
  createBreaker,
  type Refused,
} from '../core/inspecting/egress/breaker.ts';
import { createEgresses, type Egresses } from '../core/inspecting/egress/egresses.ts';
import { createSharedCircuits } from '../core/inspecting/egress/shared-circuits.ts';
import type { Engine } from '../core/inspecting/ports.ts';
import type { Metrics } from '../core/outcomes/metrics.ts';
import { createLiveSetting, type LiveSetting } from '../core/settings/live-setting.ts';
import {
  createPlatformSwitches,
  type PlatformSwitches,
  readNoticeMode,
  readOffPlatforms,
} from '../core/settings/platform-switches.ts';
import { type Alarm, type Alarms, createAlarms } from '../core/status/alarms.ts';
import { type Canaries, createCanaries } from '../core/status/canaries.ts';
import {
  type CanaryLinks,
  createCanaryLinks,
  readCanaryTexts,
} from '../core/status/canary-links.ts';
import { DEFAULT_CANARIES } from '../core/status/default-canaries.ts';
import type { NoticeMode } from '../shared/operator-limits.ts';
import { PLATFORM_IDS, type PlatformId } from '../shared/platforms/platform.ts';
import { SITES } from '../shared/sites/index.ts';
import type { ConfiguredEgress } from './egress/egresses.ts';
import { composeLeading, type SharedRedis } from './state/redis.ts';

/** What the other modules use. */
export type PlatformHealthModule = {
  readonly alarms: Alarms;
  readonly breaker: Breaker;
  readonly egresses: Egresses;
  /** What a platform refuses this server at the moment. */
  readonly refusedBy: (platform: PlatformId) => Refused | null;
  readonly switches: PlatformSwitches;
  readonly notice: LiveSetting<NoticeMode>;
  readonly canaryLinks: CanaryLinks;
  readonly canaries: Canaries;
  readonly close: () => Promise<void>;
};

/** Starts the canaries, and reads the stored settings first, so that they apply from the first request. */
export async function composePlatformHealth(needs: {
  readonly config: Config;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly signals: Signals;
  readonly redis: SharedRedis | null;
  readonly database: Database;
  readonly engine: Engine;
  readonly egresses: () => readonly ConfiguredEgress[];
  /** Calls the listener when other egresses are in use. */
  readonly onEgresses: (listener: (ids: readonly string[]) => void) => void;
  readonly onAnswer: Metrics['egressAnswered'];
  readonly warn: (message: string, cause: unknown, details?: Alarm['details']) => void;
}): Promise<PlatformHealthModule> {
  const { config, clock, duties, engine, warn } = needs;
  const settings = createSettings(needs.database.db);
  const common = { settings, duties, signals: needs.signals, warn };
  const platforms = createLiveSetting({ ...common, name: 'platforms', read: readOffPlatforms });
  const notice = createLiveSetting({ ...common, name: 'youtubeNotice', read: readNoticeMode });
  const canarySetting = createLiveSetting({ ...common, name: 'canaries', read: readCanaryTexts });
  const live = [platforms, notice, canarySetting];
  await Promise.all(live.map((setting) => setting.begin()));

  const { alarms, webhook } = createOperatorAlarms(needs);

  const egressIds = () => needs.egresses().map(({ id }) => id);
  const own = createMemoryCircuits();
  const shared = needs.redis
    ? createSharedCircuits({
        ...needs,
        own,
        egresses: egressIds(),
        platforms: config.platforms,
      })
    : null;
  needs.onEgresses((ids) => shared?.follow(ids));
  const breaker = createBreaker(clock, shared ?? own);
  const egresses = createEgresses({
    egresses: needs.egresses,
    breaker,
    clock,
    onAnswer: needs.onAnswer,
  });
  // Only while no egress is left.
  const refusedBy = (platform: PlatformId) => {
    const states = egresses
      .of(platform)
      .map((egress) => breaker.state(breakerKey(platform, egress)));
    return states.every(({ open }) => open) ? (states[0]?.refused ?? null) : null;
  };
  // A link of an extra site that is off is not even read; what was kept from before it was switched off ends here.
  const isOn = (id: PlatformId) =>
    config.platforms.includes(id) && !config.DISABLED_PLATFORMS.includes(id);
  const disabled = new Set(PLATFORM_IDS.filter((id) => !isOn(id)));
  const switches = createPlatformSwitches({ setting: platforms, disabled });
  const canaryLinks = createCanaryLinks({
    setting: canarySetting,
    configured: config.CANARY_URLS,
    defaults: [...DEFAULT_CANARIES, ...config.EXTRA_SITES.map((id) => SITES[id].canary)],
  });
  // Servers that started with other egresses have other results.
  const group = egressIds().join('+');
  const leading = await composeLeading({
    ...needs,
    work: `canaries-${group}`,
    isCandidate: true,
  });
  const canaries = createCanaries({
    engine,
    clock,
    duties: leaderDuties(duties, leading.isLeading),
    signals: needs.signals,
    alarms,
    warn,
    links: canaryLinks.list,
    isOff: (platform) => switches.of(platform).off,
    breaker,
    egresses,
    group,
  });
  canaries.begin();

  return {
    alarms,
    breaker,
    egresses,
    refusedBy,
    switches,
    notice,
    canaryLinks,
    canaries,
    async close() {
      await Promise.all(live.map((setting) => setting.close()));
      await canaries.close();
      await leading.end();
      shared?.close();
      webhook?.close();
    },
  };
}

function createOperatorAlarms({
  config,
  clock,
  warn,
}: {
  readonly config: Config;
  readonly clock: Clock;
  readonly warn: (message: string, cause: unknown, details?: Alarm['details']) => void;
}) {
  const url = config.ALARM_WEBHOOK_URL;
  const site = config.PUBLIC_URL ?? config.SITE_NAME;
  const webhook = url === undefined ? null : createWebhook({ url, site, clock, warn });
  const alarms = createAlarms({
    log: ({ kind, details }) => warn(`alarm: ${kind}`, undefined, details),
    send: webhook?.send ?? null,
    warn,
  });
  return { alarms, webhook };
}
