// The frame of every page: skip link, header, the page itself, footer. The operators' area has the header alone.
import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Page } from '../page/page.ts';
import { usePage, useSite } from '../page/page-context.tsx';
import { Part } from '../page/part.tsx';
import { useWords, type Words } from '../words/words.tsx';
import { IDLE, type OptimizerState, useOptimizer } from './optimizer.ts';
import { SafariWarning } from './safari/index.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Puts the frame around a screen. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useWords();
  const isOperators = usePage().route === 'operators';
  return (
    <>
      <a href="#main" className="skip-link">
        {t('ui.skipToContent')}
      </a>
      <PageNotice />
      <header className={isOperators ? 'site-head slim' : 'site-head'}>
        <Part name="head" className="site-top-part" />
        <ThemeSwitch />
        <Part name="menu" className="menu-button-part" />
      </header>
      {children}
      {!isOperators && (
        <>
          <Footer />
          <SafariWarning place="page" />
        </>
      )}
    </>
  );
}

/** The footer. */
function Footer() {
  const { t } = useWords();
  const { name, year } = useSite();
  return (
    <footer className="site-foot">
      <div className="page">
        <Part name="foot" />
        <div className="foot-bar">
          <Part name="share" />
          <OptimizerBadge />
        </div>
        <p className="foot-line">{t('ui.copyright', { year, name })}</p>
      </div>
    </footer>
  );
}

/** The badge. */
function OptimizerBadge() {
  const words = useWords();
  const { subscribe, getState } = useOptimizer();
  const state = useSyncExternalStore(subscribe, getState, () => IDLE);
  return (
    <p className="optimizer" data-state={state.kind}>
      {textOf(state, words)}
    </p>
  );
}

function textOf(state: OptimizerState, { t, language }: Words): string {
  if (state.kind !== 'optimizing')
    return t(state.kind === 'idle' ? 'ui.optimizerIdle' : 'ui.optimizerActivated');
  const { connections, bytesPerSecond } = state;
  if (connections === 0 || bytesPerSecond === null) return t('ui.optimizerOptimizing');
  const speed = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte-per-second',
    maximumFractionDigits: 1,
  }).format(bytesPerSecond / 1e6);
  return t('ui.optimizerFacts', { connections, speed });
}

/** Announces nothing for the initial page. */
function PageNotice() {
  const page = usePage();
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(page);
  useLayoutEffect(() => {
    const from = before.current;
    if (from === page) {
      // The panel of a small screen is the row of a wide one.
      matchMedia('(width >= 72rem)').onchange = closeMenus;
      return;
    }
    before.current = page;
    setAnnouncement(page.title);
    // Parts that both pages share stay mounted, and so would their open menus.
    closeMenus();
    startOf(page, from)?.focus({ preventScroll: true });
  }, [page]);
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}

function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('header [popover]')) menu.hidePopover();
}

/** Returns the heading; if only the language has changed, the button of the language menu. */
function startOf(page: Page, from: Page): HTMLElement | null {
  if (page.route === from.route && page.language !== from.language)
    return document.querySelector<HTMLElement>('.language-button');
  const heading = document.querySelector<HTMLElement>('h1');
  if (heading) heading.tabIndex = -1;
  return heading;
}
