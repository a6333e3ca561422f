// Targets of the links that share a page, without React.
import type { TitledFacts } from './page.ts';

/** The share pages of networks, and the names of their parameters for address and title. */
export const SHARE_PAGES = {
  facebook: { page: 'https://www.facebook.com/sharer/sharer.php', params: ['u'] },
  twitter: { page: 'https://twitter.com/intent/tweet', params: ['url', 'text'] },
  whatsapp: { page: 'https://wa.me/', params: ['text'] },
  telegram: { page: 'https://t.me/share/url', params: ['url', 'text'] },
} as const;

/** A network, as in `data-share` of a link. */
export type SharedOn = keyof typeof SHARE_PAGES;

/** Lets the links in the footer share this page. */
export function targetShareLinks({ href, title }: TitledFacts): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-share]')) {
    const { page, params } = SHARE_PAGES[link.dataset['share'] as SharedOn];
    const [addressName, titleName] = params;
    const query = new URLSearchParams({ [addressName]: location.origin + href });
    if (titleName) query.set(titleName, title);
    link.href = `${page}?${query}`;
  }
}
