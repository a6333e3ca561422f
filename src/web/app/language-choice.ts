// Stores the language that a visitor chooses in the menu, and navigates to the page in that language without a reload.
import { BASE_PATH } from '../../shared/base-path.ts';
import { store } from '../browser/storage.ts';

/** The navigation's `info` for a change of language: it keeps the scroll position and may go to the same URL. */
export const LANGUAGE_CHOICE = 'language-choice';

// Keep in sync with before-paint.ts.
const STORED_AS = 'language';
const YEAR_SECONDS = 31_536_000;

/** Handles clicks on links with `data-language`. Returns a function that stops it. */
export function followLanguageChoices(): () => void {
  document.addEventListener('click', choose);
  return () => document.removeEventListener('click', choose);
}

function choose(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.defaultPrevented) return;
  const link = event.target.closest<HTMLAnchorElement>('a[data-language]');
  const language = link?.dataset['language'];
  if (!link || !language) return;
  store(STORED_AS, language);
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: it must be set before the next page is requested
  document.cookie = `${STORED_AS}=${language}; path=${BASE_PATH || '/'}; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
  // Not needed: the cookie is set now.
  link.search = '';
  // Keeps the fragment in the other language.
  if (link.pathname !== location.pathname) link.hash = location.hash;
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const { navigation } = window as { navigation?: Navigation };
  if (!isPlain || !navigation) return;
  event.preventDefault();
  if (link.ariaCurrent) link.closest<HTMLElement>('[popover]')?.hidePopover();
  else navigation.navigate(link.href, { info: LANGUAGE_CHOICE });
}
