// What this place is, in one line and one sentence, with the few things it can honestly claim.
import { BadgeCheck, Film, Gift, MonitorPlay, ShieldCheck } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/words.tsx';

const BADGES = [
  { icon: Gift, text: 'home.badgeFree' },
  { icon: Film, text: 'home.badgeFormats' },
  { icon: MonitorPlay, text: 'home.badgeQuality' },
  { icon: BadgeCheck, text: 'home.badgeChecked' },
  { icon: ShieldCheck, text: 'home.badgePrivate' },
] as const;

/** The heading of the home page. `isSmall` once a link is in: only the heading stays. */
export function Hero({ isSmall }: { readonly isSmall: boolean }) {
  const { t } = useWords();
  return (
    <div className="hero" data-small={isSmall ? '' : undefined}>
      <h1>{t('home.heading')}</h1>
      {!isSmall && <p className="hero-lead">{t('home.lead')}</p>}
    </div>
  );
}

/** The badges under the link box. */
export function HeroBadges() {
  const { t } = useWords();
  return (
    <ul aria-label={t('home.badgesLabel')} className="hero-badges">
      {BADGES.map(({ icon, text }) => (
        <li key={text}>
          <Icon of={icon} />
          {t(text)}
        </li>
      ))}
    </ul>
  );
}
