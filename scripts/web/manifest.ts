// The manifest that names the site and its icons for home screens.
import type { Language } from '../../src/shared/languages.ts';
import { inLanguage, pathOf } from '../../src/shared/routes.ts';
import type { Colours } from './colours.ts';

/** What an installed site is called and says about itself, in one language. */
export type ManifestWords = {
  readonly name: string;
  /** For under an icon: at most twelve letters are sure to be shown. */
  readonly shortName: string;
  readonly description: string;
};

/** The text of a web app manifest. All languages are one app; a link that is shared to it arrives as `u`, a text as `text`. */
export function manifestOf(
  language: Language,
  words: ManifestWords,
  colours: Pick<Colours, 'paper'>,
  basePath = '',
): string {
  const home = basePath + inLanguage(language.prefix, pathOf('home'));
  const icon = (file: string, sizes: string, purpose: 'any' | 'maskable') => {
    const type = file.endsWith('.svg') ? 'image/svg+xml' : 'image/png';
    return { src: `${basePath}/${file}`, sizes, type, purpose };
  };
  return JSON.stringify({
    id: `${basePath}/`,
    name: words.name,
    short_name: words.shortName,
    description: words.description,
    lang: language.tag,
    dir: language.dir,
    start_url: home,
    scope: `${basePath}/`,
    display: 'standalone',
    theme_color: colours.paper,
    background_color: colours.paper,
    icons: [
      icon('icon.svg', 'any', 'any'),
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
    ],
    share_target: {
      action: home,
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'u' },
    },
  });
}
