// The platforms that an operator can pick, with the names that screens show.
import { PLATFORMS } from '../../../../shared/platforms/index.ts';
import { MAIN_PLATFORM_IDS, type PlatformId } from '../../../../shared/platforms/platform.ts';
import type { SelectOption } from '../../../ui/select-field.tsx';

/** All of them, in the order of the platform table. */
export const PLATFORM_OPTIONS: readonly SelectOption<PlatformId>[] = MAIN_PLATFORM_IDS.map(
  (value) => ({
    value,
    label: PLATFORMS[value].label,
  }),
);

/** Returns the name of a platform; its id if this page is older than the server. */
export function platformName(platform: PlatformId): string {
  return PLATFORM_OPTIONS.find(({ value }) => value === platform)?.label ?? platform;
}
