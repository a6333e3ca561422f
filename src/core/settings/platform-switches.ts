// Which platforms are switched off, with the reason for visitors; and whether the notice about YouTube is shown.

import { AppError } from '../../shared/errors.ts';
import {
  MAX_REASON_CHARACTERS,
  NOTICE_MODES,
  type NoticeMode,
} from '../../shared/operator-limits.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import type { LiveSetting } from './live-setting.ts';

/** The state of a platform's switch. `fixed`: the configuration switched it off, which operators cannot change. */
export type PlatformSwitch = {
  readonly off: boolean;
  readonly reason: string | null;
  readonly fixed: boolean;
};

/** The platforms that operators switched off; `reason` may be empty. */
export type OffPlatforms = Readonly<Partial<Record<PlatformId, { off: true; reason: string }>>>;

/** The switches of all platforms. */
export type PlatformSwitches = {
  readonly of: (platform: PlatformId) => PlatformSwitch;
  /** Throws what the store throws. */
  readonly set: (
    platform: PlatformId,
    change: { readonly off: boolean; readonly reason: string },
  ) => Promise<PlatformSwitch>;
};

/** Creates the switches. `disabled` are the platforms that the configuration switches off. */
export function createPlatformSwitches(needs: {
  readonly setting: LiveSetting<OffPlatforms>;
  readonly disabled: ReadonlySet<PlatformId>;
}): PlatformSwitches {
  const { setting, disabled } = needs;
  const of = (platform: PlatformId): PlatformSwitch => {
    const own = setting.get()[platform];
    const fixed = disabled.has(platform);
    return { off: fixed || own !== undefined, reason: own?.reason || null, fixed };
  };
  return {
    of,
    async set(platform, { off, reason }) {
      await setting.change(({ [platform]: _, ...others }) =>
        off ? { ...others, [platform]: { off: true, reason } } : others,
      );
      return of(platform);
    },
  };
}

/** Throws `platform_disabled`, with the operator's reason, if a platform is switched off. */
export function refuseDisabled(switches: Pick<PlatformSwitches, 'of'>, platform: PlatformId): void {
  const { off, reason } = switches.of(platform);
  if (!off) return;
  throw new AppError('platform_disabled', {
    params: { platform: PLATFORMS[platform].label, ...(reason !== null && { reason }) },
  });
}

/** Reads the stored setting `platforms`, without what is invalid. */
export function readOffPlatforms(kept: unknown): OffPlatforms {
  if (typeof kept !== 'object' || kept === null) return {};
  const found = PLATFORM_IDS.flatMap((platform) => {
    const one: unknown = (kept as Readonly<Record<string, unknown>>)[platform];
    if (typeof one !== 'object' || one === null || !('off' in one) || one.off !== true) return [];
    const reason = 'reason' in one && typeof one.reason === 'string' ? one.reason : '';
    return [[platform, { off: true, reason: reason.slice(0, MAX_REASON_CHARACTERS) }] as const];
  });
  return Object.fromEntries(found);
}

/** Reads the stored setting `youtubeNotice`; `auto` if it is invalid. */
export function readNoticeMode(kept: unknown): NoticeMode {
  return NOTICE_MODES.find((mode) => mode === kept) ?? 'auto';
}
