// Light or dark theme: follows the system until the visitor chooses; the choice is stored in the browser.
import { useSyncExternalStore } from 'react';
import { store } from '../browser/storage.ts';

/** A theme. */
export type Theme = 'light' | 'dark';

// Keep in sync with before-paint.ts, which applies the theme.
const STORED_AS = 'theme';
const CHOSEN = 'keepreel:theme';
const SYSTEM_IS_DARK = '(prefers-color-scheme: dark)';

/** Returns the current theme; before hydration always light. */
export function useTheme(): Theme {
  return useSyncExternalStore(listen, shownTheme, () => 'light');
}

/** Applies and stores a theme. */
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
