// Light or dark theme: follows the system until the visitor chooses; the choice is stored in the browser.
import { store } from '../browser/storage.ts';

// Keep in sync with before-paint.ts, which applies the theme.
const STORED_AS = 'theme';
const CHOSEN = 'keepreel:theme';
const SYSTEM_IS_DARK = '(prefers-color-scheme: dark)';
const SWITCH = '[data-plain=theme]';

/** Lets the switch in the header work, without React. */
export function followThemeSwitch(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(SWITCH)) choose(isDark() ? 'light' : 'dark');
  });
  matchMedia(SYSTEM_IS_DARK).addEventListener('change', showTheme);
  addEventListener('storage', showTheme);
  showTheme();
}

/** Tells the switch the theme. */
export function showTheme(): void {
  for (const one of document.querySelectorAll(SWITCH)) one.ariaChecked = String(isDark());
}

function choose(theme: 'light' | 'dark'): void {
  store(STORED_AS, theme);
  dispatchEvent(new CustomEvent(CHOSEN, { detail: theme }));
  showTheme();
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset['theme'];
  return chosen ? chosen === 'dark' : matchMedia(SYSTEM_IS_DARK).matches;
}
