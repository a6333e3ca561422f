// Switches between light and dark. CSS decides which icon it shows, so that it is right before scripts run.
import { Moon, Sun } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/words.tsx';

/** The switch; on means dark. It works by `app/theme.ts`, which also keeps its state. */
export function ThemeSwitch() {
  const { t } = useWords();
  return (
    <button
      type="button"
      role="switch"
      aria-checked="false"
      suppressHydrationWarning
      data-plain="theme"
      aria-label={t('ui.darkMode')}
      title={t('ui.darkMode')}
      className="icon-btn"
    >
      <Icon of={Moon} className="dark:hidden" />
      <Icon of={Sun} className="hidden dark:block" />
    </button>
  );
}
