// Operators' actions on the running server: switches, the notice, canaries, cancelling a download. Every change is audited.
import type { NoticeMode } from '../../shared/operator-limits.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { DownloadService, RunningDownload } from '../downloading/service.ts';
import type { AuditEntry } from '../operators/audit.ts';
import type { AuditLog } from '../operators/ports.ts';
import type { LiveSetting } from '../settings/live-setting.ts';
import type { PlatformSwitch, PlatformSwitches } from '../settings/platform-switches.ts';
import type { Canaries, Canary } from './canaries.ts';
import type { CanaryLinks, CanaryOrigin } from './canary-links.ts';

/** The canaries as shown to operators. */
export type CanariesView = {
  readonly origin: CanaryOrigin;
  readonly canaries: readonly Canary[];
};

/** The service. `admin` is the operator's email address. */
export type Operating = {
  readonly switchPlatform: (
    admin: string,
    platform: PlatformId,
    change: { readonly off: boolean; readonly reason: string },
  ) => Promise<PlatformSwitch>;
  readonly setYoutubeNotice: (admin: string, mode: NoticeMode) => Promise<void>;
  readonly canaries: () => CanariesView;
  /** Null takes back what operators set. Throws `invalid_request` for a text that is not the link of an item. */
  readonly setCanaries: (admin: string, links: readonly string[] | null) => Promise<CanariesView>;
  /** The open downloads of all visitors, oldest first. */
  readonly jobs: () => Promise<readonly RunningDownload[]>;
  /** Returns false when the download ended meanwhile. Throws `job_not_found`. */
  readonly cancelJob: (admin: string, handle: string) => Promise<boolean>;
};

/** Creates the service. */
export function createOperating(needs: {
  readonly switches: PlatformSwitches;
  readonly notice: Pick<LiveSetting<NoticeMode>, 'change'>;
  readonly links: CanaryLinks;
  readonly canaries: Pick<Canaries, 'list'>;
  readonly downloading: Pick<DownloadService, 'openAnywhere' | 'cancelAny'>;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly clock: Clock;
  readonly newId: () => string;
}): Operating {
  const { switches, links, downloading, clock } = needs;

  const note = (
    admin: string,
    action: AuditEntry['action'],
    subject: string | null,
    details: AuditEntry['details'],
  ) => needs.audit.add({ id: needs.newId(), at: clock.now(), admin, action, subject, details });

  const shown = () => ({ origin: links.origin(), canaries: needs.canaries.list() });

  return {
    async switchPlatform(admin, platform, change) {
      const { off } = change;
      const reason = off ? change.reason.trim() : '';
      const now = await switches.set(platform, { off, reason });
      await note(admin, 'platform_switched', platform, { off, ...(reason && { reason }) });
      return now;
    },
    async setYoutubeNotice(admin, mode) {
      await needs.notice.change(() => mode);
      await note(admin, 'youtube_notice_set', null, { mode });
    },
    canaries: shown,
    async setCanaries(admin, texts) {
      const { length } = await links.set(texts);
      await note(admin, 'canaries_set', null, { links: length });
      return shown();
    },
    jobs: downloading.openAnywhere,
    async cancelJob(admin, handle) {
      const { cancelled, platform } = await downloading.cancelAny(handle);
      if (cancelled) await note(admin, 'job_cancelled', handle, { platform });
      return cancelled;
    },
  };
}
