// The parts of pages with a link form, and those of the home page alone.

import { BadgeCheck, FileVideo, Gift, MonitorPlay, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { routeOf } from '../../../shared/routes.ts';
import { Mark } from '../../platform-marks/mark.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Drawing } from '../drawing.ts';
import { HomeOffers } from './home-offers.tsx';
import { HomePitch } from './home-pitch.tsx';
import { HomeText } from './home-text.tsx';

const BADGES = [
  ['home.badgeFree', Gift],
  ['home.badgePrivate', ShieldCheck],
  ['home.badgeQuality', MonitorPlay],
  ['home.badgeChecked', BadgeCheck],
  ['home.badgeFormats', FileVideo],
] as const;

/** The badges of every page with a link form. */
function HomeBadges({ drawing: { t } }: { readonly drawing: Drawing }) {
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

/** Returns the parts by name; none for pages that are only text. */
export function homeParts(drawing: Drawing): Readonly<Record<string, ReactNode>> {
  const { route } = drawing.subject;
  const isHome = route === 'home';
  const hasBox = isHome || (route !== 'article' && routeOf(route).platform !== undefined);
  if (!hasBox) return {};
  return {
    badges: <HomeBadges drawing={drawing} />,
    play: <HomePlay drawing={drawing} />,
    ...(route === 'facebook' && { notice: <FacebookNotice drawing={drawing} /> }),
    ...(isHome && {
      pitch: <HomePitch drawing={drawing} />,
      offers: <HomeOffers drawing={drawing} />,
      text: <HomeText drawing={drawing} />,
    }),
  };
}

/** The notice of the Facebook page. */
function FacebookNotice({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <p className="aside-note">
      <Mark of="facebook" />
      <span>
        <strong>{t('home.facebookTitle')}</strong> {t('home.facebookText')}
      </span>
    </p>
  );
}

/** The line that opens it, and a description. */
function HomePlay({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <>
      <strong>{t('home.playWhileWaiting')}</strong> <span>{t('home.playText')}</span>
    </>
  );
}
