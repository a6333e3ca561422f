// Where links inside the site lead: `route:youtube` and `article:subtitles` become paths of a language.
import type { Language } from '../../src/shared/languages.ts';
import { articlePath, inLanguage, pathOf, ROUTE_IDS } from '../../src/shared/routes.ts';

/** A path, and the language of what is there when it is another one than that of the text. */
export type Address = { readonly href: string; readonly tag?: string };

/** Finds the address of `route:…` or `article:…`; null for an address on another site. */
export type FindAddress = (link: string) => Address | null;

/** For texts in a language. `slugs` are the articles that each language has; a missing one leads to the English one. */
export function addressesIn(
  { code, prefix }: Language,
  slugs: Readonly<Record<string, readonly string[]>>,
  basePath = '',
): FindAddress {
  return (link) => {
    const [kind, name = ''] = link.split(':', 2);
    if (kind === 'route') {
      const [id = '', rest = ''] = name.split(/(?=[?#])/, 2);
      const route = ROUTE_IDS.find((one) => one === id);
      if (!route) throw new Error(`there is no page ${id}`);
      return { href: `${basePath}${inLanguage(prefix, pathOf(route))}${rest}` };
    }
    if (kind === 'article') {
      if (slugs[code]?.includes(name))
        return { href: basePath + inLanguage(prefix, articlePath(name)) };
      if (!slugs['en']?.includes(name)) throw new Error(`there is no article ${name}`);
      return { href: basePath + articlePath(name), tag: 'en' };
    }
    // A fact that the server fills in is an address as a whole.
    if (kind === 'https' || kind === 'mailto' || link.startsWith('{{')) return null;
    throw new Error(`"${link}" must be route:…, article:…, https:… or mailto:…`);
  };
}
