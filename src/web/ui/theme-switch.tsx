// Switches between light and dark. CSS decides which icon it shows, so that it is right before scripts run.
import { Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '../app/theme.ts';
import { useWords } from '../words/words.tsx';
import { Icon } from './icon.tsx';

/** The switch; on means dark. */
export function ThemeSwitch() {
  const { t } = useWords();
  const theme = useTheme();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={theme === 'dark'}
      aria-label={t('ui.darkMode')}
      title={t('ui.darkMode')}
      className="icon-btn"
      onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      <Icon of={Moon} className="dark:hidden" />
      <Icon of={Sun} className="hidden dark:block" />
    </button>
  );
}
