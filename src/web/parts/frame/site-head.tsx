// The head of every page: who we are, where one can go, and in which language. Menus are the browser's own popovers.
import { Menu } from 'lucide-react';
import { Logo } from '../../frame/logo.tsx';
import type { Drawing } from '../../render/drawing.ts';
import { Icon } from '../../ui/icon.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { SiteMenu } from './site-menu.tsx';

/** The header up to the switch of the theme. */
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
      <SiteMenu drawing={drawing} />
      <LanguageMenu drawing={drawing} />
    </>
  );
}

/** The button that opens the menu where there is no room for it in the header; it stands last, at the edge. */
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
