// The prerendered header: logo, navigation, search and language menu. Menus are native popovers.
import { Menu } from 'lucide-react';
import { Logo } from '../../frame/logo.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Drawing } from '../drawing.ts';
import { LanguageMenu } from './language-menu.tsx';
import { SiteMenu } from './site-menu.tsx';
import { SiteSearch } from './site-search.tsx';

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
