// The frame of every page: skip link, header, the page itself, footer. The operators' area has the header alone.
import type { ReactNode } from 'react';
import { usePage } from '../page/page-context.tsx';
import { Part } from '../page/part.tsx';
import { useWords } from '../words/words.tsx';
import { Footer } from './footer.tsx';
import { PageNotice } from './page-notice.tsx';
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
        <Part name="head" className="site-head-part" />
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
