// The operator's reasons why platforms are switched off; below the table, so that long ones do not move its rows.
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import type { PlatformStatus } from './platform-status.ts';

/** One line for each platform that was switched off with a reason. */
export function Reasons({ platforms }: { readonly platforms: readonly PlatformStatus[] }) {
  const withReason = platforms.filter(({ reason }) => reason !== null);
  if (withReason.length === 0) return null;
  return (
    <ul className="status-reasons">
      {withReason.map(({ platform, reason }) => (
        <li key={platform}>
          <strong>{PLATFORMS[platform].label}</strong> <bdi>{reason}</bdi>
        </li>
      ))}
    </ul>
  );
}
