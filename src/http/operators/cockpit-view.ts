// The overview of the cockpit, from the state of the server's modules.
import type { DownloadService } from '../../core/downloading/service.ts';
import type { BreakerState } from '../../core/inspecting/egress/breaker.ts';
import type { EgressHealth } from '../../core/inspecting/egress/egresses.ts';
import type { ListedServer } from '../../core/servers/server-registry.ts';
import type { PlatformSwitch } from '../../core/settings/platform-switches.ts';
import { CANARY_EVERY_MS, type Canary } from '../../core/status/canaries.ts';
import type { SiteStatus } from '../../core/status/site-status.ts';
import type { CockpitAnswer } from '../../shared/api/cockpit.ts';
import type { NoticeMode } from '../../shared/operator-limits.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { statusView } from '../site/status.ts';

/** How many characters of a server's id are shown. */
const HANDLE_LENGTH = 6;

/** How an egress stands with a platform. */
export type EgressState = Omit<BreakerState, 'refused'> &
  Pick<EgressHealth, 'requests' | 'refusals'> & {
    readonly id: string;
    readonly last: EgressHealth['last'] | null;
    /** Whether a canary worked by it, and when. */
    readonly canary: { readonly ok: boolean; readonly at: number } | null;
  };

/** The state of the modules at one moment; what is shown as it is has the type of the answer. */
export type CockpitState = Pick<
  CockpitAnswer,
  | 'at'
  | 'cage'
  | 'cookies'
  | 'disk'
  | 'egress'
  | 'errors'
  | 'findings'
  | 'limits'
  | 'memory'
  | 'redis'
  | 'tokens'
  | 'workers'
> & {
  readonly uptimeMs: number;
  readonly status: SiteStatus;
  /** Of the egresses that serve a platform, in their order. */
  readonly egressesOf: (platform: PlatformId) => readonly EgressState[];
  readonly switchOf: (platform: PlatformId) => PlatformSwitch;
  readonly noticeMode: NoticeMode;
  readonly queue: ReturnType<DownloadService['overview']>;
  readonly versions: Omit<CockpitAnswer['versions'], 'jsRuntime'> & {
    readonly jsRuntime: { readonly name: string; readonly version: string } | null;
  };
  readonly servers: readonly ListedServer[];
  readonly canaries: readonly Canary[];
  readonly hasAlarmWebhook: boolean;
};

/** The answer of `GET /api/admin/cockpit`. */
export function cockpitView(state: CockpitState): CockpitAnswer {
  const { uptimeMs, status, egressesOf, switchOf, noticeMode, hasAlarmWebhook, ...shown } = state;
  const { oldestWaitMs, isPlaceWanted, ...queue } = state.queue;
  const { jsRuntime } = state.versions;
  return {
    ...shown,
    uptimeSeconds: Math.floor(uptimeMs / 1000),
    platforms: status.platforms.map((one) => ({
      ...statusView(one),
      breaker: breakerOf(egressesOf(one.platform)),
      egresses: [...egressesOf(one.platform)],
      switch: switchOf(one.platform),
    })),
    youtubeNotice: { mode: noticeMode, isShown: status.notices.youtube },
    queue: {
      ...queue,
      oldestWaitSeconds: oldestWaitMs === null ? null : Math.floor(oldestWaitMs / 1000),
    },
    versions: {
      ...state.versions,
      jsRuntime: jsRuntime && `${jsRuntime.name} ${jsRuntime.version}`,
    },
    servers: state.servers.map(({ id, ...rest }) => ({ id: id.slice(0, HANDLE_LENGTH), ...rest })),
    canaries: {
      links: state.canaries.length,
      everyMinutes: CANARY_EVERY_MS / 60_000,
      failing: state.canaries.filter(({ results }) => (results.at(-1)?.code ?? 'ok') !== 'ok')
        .length,
    },
    alarms: { webhook: hasAlarmWebhook },
  };
}

/** Open while no egress may be used, until the first may be again. */
function breakerOf(egresses: readonly EgressState[]) {
  const open = egresses.length > 0 && egresses.every((egress) => egress.open);
  const seconds = egresses.map(({ retryAfterSeconds }) => retryAfterSeconds);
  return { open, retryAfterSeconds: open ? Math.min(...seconds) : 0 };
}
