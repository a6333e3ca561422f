// Why platforms are switched off, in the operator's own words, under the table: whatever their length, no row moves.
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import type { PlatformStatus } from './platform-status.ts';

/** One line for each platform that is off for a reason; nothing where there is none. */
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
