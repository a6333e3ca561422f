// Updates the head of the document after a navigation: title, canonical URL, language.
import type { Language } from '../../shared/languages.ts';

const OF_ONE_PAGE =
  'meta[name=description], meta[name=robots], meta[property^="og:"], meta[property^="article:"], meta[name^="twitter:"], link[rel=canonical], link[rel=alternate], link[rel=manifest], script[type="application/ld+json"]';

/** Takes over the parts of the head that differ between pages. */
export function updateHead(from: Document, language: Language): void {
  document.title = from.title;
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.dir;
  document.documentElement.dataset['language'] = language.code;
  for (const old of document.head.querySelectorAll(OF_ONE_PAGE)) old.remove();
  for (const tag of from.head.querySelectorAll(OF_ONE_PAGE))
    document.head.append(document.importNode(tag, true));
}
