// Five short benefits below the link form. The icon follows its text: a badge of which only the icon has arrived would move later.
import { BadgeCheck, FileVideo, Gift, MonitorPlay, ShieldCheck } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import type { Drawing } from '../drawing.ts';

const BADGES = [
  ['home.badgeFree', Gift],
  ['home.badgePrivate', ShieldCheck],
  ['home.badgeQuality', MonitorPlay],
  ['home.badgeChecked', BadgeCheck],
  ['home.badgeFormats', FileVideo],
] as const;

/** The badges of every page with a link form. */
export function HomeBadges({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <ul className="badges" aria-label={t('home.badgesLabel')}>
      {BADGES.map(([key, icon]) => (
        <li key={key}>
          {t(key)}
          <Icon of={icon} />
        </li>
      ))}
    </ul>
  );
}
