// Why platforms are switched off or refuse this server; below the table, so that long reasons do not move its rows.
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { useWords } from '../../words/words.tsx';
import type { PlatformStatus } from './platform-status.ts';

/** One line for each platform that was switched off with a reason, or refuses this server. */
export function Reasons({ platforms }: { readonly platforms: readonly PlatformStatus[] }) {
  const { t } = useWords();
  const withReason = platforms.filter(({ reason, refused }) => reason !== null || refused);
  if (withReason.length === 0) return null;
  return (
    <ul className="status-reasons">
      {withReason.map(({ platform, reason, refused }) => (
        <li key={platform}>
          <strong>{PLATFORMS[platform].label}</strong>{' '}
          <bdi>{reason ?? (refused && t(`status.refused_${refused}`))}</bdi>
        </li>
      ))}
    </ul>
  );
}
