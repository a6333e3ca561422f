// The head of every page: who we are, and light or dark.
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { useWords } from '../words/words.tsx';
import { Logo } from './logo.tsx';

/** The header. */
export function Header() {
  const { t } = useWords();
  return (
    <header className="page flex items-center justify-between py-3">
      <a href="/" aria-label={t('ui.homeLink')} className="site-name">
        <Logo className="size-8" />
        <span>{t('ui.siteName')}</span>
      </a>
      <div className="-me-3">
        <ThemeSwitch />
      </div>
    </header>
  );
}
