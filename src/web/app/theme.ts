// Light or dark: follows the system until the visitor chooses; the choice is remembered in this browser.
import { useSyncExternalStore } from 'react';
import { store } from '../browser/storage.ts';

/** How the page looks. */
export type Theme = 'light' | 'dark';

// before-paint.ts knows these two as well, and puts the theme on the page.
const STORED_AS = 'theme';
const CHOSEN = 'keepreel:theme';
const SYSTEM_IS_DARK = '(prefers-color-scheme: dark)';

/** The theme that is shown now; before hydration, always light. */
export function useTheme(): Theme {
  return useSyncExternalStore(listen, shownTheme, () => 'light');
}

/** Shows a theme from now on and remembers it. */
export function chooseTheme(theme: Theme): void {
  store(STORED_AS, theme);
  window.dispatchEvent(new CustomEvent(CHOSEN, { detail: theme }));
}

function shownTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia(SYSTEM_IS_DARK).matches ? 'dark' : 'light';
}

function listen(onChange: () => void): () => void {
  const system = matchMedia(SYSTEM_IS_DARK);
  system.addEventListener('change', onChange);
  window.addEventListener(CHOSEN, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    system.removeEventListener('change', onChange);
    window.removeEventListener(CHOSEN, onChange);
    window.removeEventListener('storage', onChange);
  };
}
