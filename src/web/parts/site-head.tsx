// The head of every page: who we are, where one can go, and in which language. Menus are the browser's own popovers.
import type { Drawing } from '../drawing.ts';
import { Logo } from '../frame/logo.tsx';

/** The header without its switches. */
export function SiteHead({ drawing }: { readonly drawing: Drawing }) {
  const { t, hrefOf } = drawing;
  return (
    <a
      href={hrefOf('home')}
      aria-label={t('frame.homeLink', { name: '{{site_name}}' })}
      className="site-name"
    >
      <Logo className="size-8" />
      <span>{'{{site_name}}'}</span>
    </a>
  );
}
