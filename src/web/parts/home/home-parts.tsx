// The parts of pages with a link form, and those of the home page alone.
import type { ReactNode } from 'react';
import { routeOf } from '../../../shared/routes.ts';
import type { Drawing } from '../drawing.ts';
import { FacebookNotice } from './facebook-notice.tsx';
import { HomeBadges } from './home-badges.tsx';
import { HomeOffers } from './home-offers.tsx';
import { HomePitch } from './home-pitch.tsx';
import { HomePlay } from './home-play.tsx';
import { HomeText } from './home-text.tsx';

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
