// The navigation: a row in the header on wide screens, a panel on small ones; the same list for both.
import { ChevronDown, Search } from 'lucide-react';
import { PLATFORM_IDS } from '../../../shared/platforms/platform.ts';
import type { RouteId } from '../../../shared/routes.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Drawing } from '../drawing.ts';
import { PageLink } from './page-link.tsx';

type DrawingProp = { readonly drawing: Drawing };

const BEFORE_PLATFORMS = ['trending', 'trimmer', 'advanced'] as const;
const AFTER_PLATFORMS = ['blog', 'guide', 'dmca', 'about'] as const;

/** The menu. Its button is in the header and hidden on wide screens. */
export function SiteMenu({ drawing }: DrawingProp) {
  const { t, hrefOf } = drawing;
  return (
    <nav id="site-menu" popover="auto" aria-label={t('frame.menu')} className="site-menu">
      <ul>
        <li className="only-in-panel search-item">
          <a href={hrefOf('search')} className="menu-link">
            <Icon of={Search} size="small" />
            {t('frame.searchSite')}
          </a>
        </li>
        <MenuItems drawing={drawing} routes={BEFORE_PLATFORMS} />
        <li className="only-in-panel">
          <a href={`${hrefOf('home')}?convert=mp3`} className="menu-link">
            {t('frame.convertToMp3')}
          </a>
        </li>
        <li className="downloaders">
          <button type="button" popoverTarget="downloaders-menu" className="menu-link">
            {t('frame.downloaders')}
            <Icon of={ChevronDown} size="small" />
          </button>
          <div id="downloaders-menu" popover="auto" className="menu downloaders-menu">
            <p className="menu-title">{t('frame.downloaders')}</p>
            <ul>
              <MenuItems drawing={drawing} routes={PLATFORM_IDS} />
            </ul>
          </div>
        </li>
        <MenuItems drawing={drawing} routes={AFTER_PLATFORMS} />
      </ul>
    </nav>
  );
}

function MenuItems({ drawing, routes }: DrawingProp & { readonly routes: readonly RouteId[] }) {
  return routes.map((route) => (
    <li key={route}>
      <PageLink drawing={drawing} route={route} withMark className="menu-link" />
    </li>
  ));
}
