// The overview of the cockpit, from the state of the server's modules.
import type { DownloadService } from '../../core/downloading/service.ts';
import type { BreakerState } from '../../core/inspecting/breaker.ts';
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
  | 'workers'
> & {
  readonly uptimeMs: number;
  readonly status: SiteStatus;
  readonly breakerOf: (platform: PlatformId) => BreakerState;
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
  const { uptimeMs, status, breakerOf, switchOf, noticeMode, hasAlarmWebhook, ...shown } = state;
  const { oldestWaitMs, isPlaceWanted, ...queue } = state.queue;
  const { jsRuntime } = state.versions;
  return {
    ...shown,
    uptimeSeconds: Math.floor(uptimeMs / 1000),
    platforms: status.platforms.map((one) => ({
      ...statusView(one),
      breaker: breakerOf(one.platform),
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
