// The prerendered header: logo, navigation, search and language menu. Menus are native popovers.
import { ChevronDown, Menu, Search } from 'lucide-react';
import { MAIN_PLATFORM_IDS } from '../../../shared/platforms/platform.ts';
import type { RouteId } from '../../../shared/routes.ts';
import { Logo } from '../../frame/logo.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Drawing } from '../drawing.ts';
import { LanguageMenu } from './language-menu.tsx';
import { PageLink } from './page-link.tsx';

/** The header without the theme switch; the operators' area has no navigation of the site. */
export function SiteHead({ drawing }: { readonly drawing: Drawing }) {
  const { t, hrefOf } = drawing;
  return (
    <>
      <a
        href={hrefOf('home')}
        aria-label={t('frame.homeLink', { name: '{{site_name}}' })}
        className="site-name"
      >
        <Logo className="size-8" />
        <span>{'{{site_name}}'}</span>
      </a>
      {drawing.subject.route !== 'operators' && (
        <>
          <SiteMenu drawing={drawing} />
          <SiteSearch drawing={drawing} />
        </>
      )}
      <LanguageMenu drawing={drawing} />
      <ScriptsMissing drawing={drawing} />
    </>
  );
}

/** Shown by `app/start.ts` where React could not be loaded. */
function ScriptsMissing({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <div id="scripts-missing" hidden role="alert" className="toaster">
      <div className="toast toast-destructive">
        <div className="py-2">
          <p className="text-sm">{t('ui.partMissing')}</p>
          {/* biome-ignore lint/a11y/useValidAnchor: the page itself, with its query */}
          <a href="" className="btn btn-secondary mt-2">
            {t('ui.loadAgain')}
          </a>
        </div>
      </div>
    </div>
  );
}

/** The button that opens the menu on narrow screens; last in the header. */
export function MenuButton({ drawing }: { readonly drawing: Drawing }) {
  return (
    <button
      type="button"
      popoverTarget="site-menu"
      aria-label={drawing.t('frame.menu')}
      className="icon-btn"
    >
      <Icon of={Menu} size="large" />
    </button>
  );
}

type DrawingProp = { readonly drawing: Drawing };

const BEFORE_PLATFORMS = ['trending', 'trimmer', 'advanced'] as const;
const AFTER_PLATFORMS = ['blog', 'guide', 'dmca', 'about'] as const;

/** The navigation: a row on wide screens, a panel on small ones; the same list for both. Its button is hidden on wide screens. */
function SiteMenu({ drawing }: DrawingProp) {
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
              <MenuItems drawing={drawing} routes={MAIN_PLATFORM_IDS} />
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

/** A plain form that leads to the page of the search, and works before and without scripts. The key "/" opens it, too (slash-key.ts). */
function SiteSearch({ drawing }: { readonly drawing: Drawing }) {
  const { t, hrefOf } = drawing;
  const label = t('frame.searchSite');
  return (
    <>
      <button
        type="button"
        popoverTarget="site-search"
        aria-label={label}
        title={label}
        aria-keyshortcuts="/"
        className="icon-btn search-button"
      >
        <Icon of={Search} />
      </button>
      <search id="site-search" popover="auto" aria-label={label} className="menu site-search">
        <form action={hrefOf('search')}>
          <div className="field">
            <input
              type="search"
              name="q"
              aria-label={label}
              placeholder={label}
              autoComplete="off"
              // Focused when the popover opens, not when the page does.
              autoFocus
            />
          </div>
          <button type="submit" className="btn btn-primary">
            {t('frame.search')}
          </button>
        </form>
      </search>
    </>
  );
}
