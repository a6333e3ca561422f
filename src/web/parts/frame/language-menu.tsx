// The language menu: each language by its own name, linked to this page in that language.

import { Languages } from 'lucide-react';
import { BASE_PATH } from '../../../shared/base-path.ts';
import type { Language } from '../../../shared/languages.ts';
import { inLanguage, pathOf } from '../../../shared/routes.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Drawing } from '../drawing.ts';

/** The button and its menu. */
export function LanguageMenu({ drawing }: { readonly drawing: Drawing }) {
  const { t, language, languages } = drawing;
  return (
    <>
      <button
        type="button"
        popoverTarget="language-menu"
        aria-label={t('frame.languageIs', { name: language.name })}
        title={language.name}
        className="icon-btn language-button"
      >
        <Icon of={Languages} />
      </button>
      <nav
        id="language-menu"
        popover="auto"
        aria-label={t('frame.languages')}
        className="menu language-menu"
      >
        <ul>
          {languages.map((one) => (
            <li key={one.code}>
              <a
                href={hrefIn(one, drawing)}
                lang={one.tag}
                hrefLang={one.tag}
                dir={one.dir}
                data-language={one.code}
                aria-current={one.code === language.code ? 'true' : undefined}
                className="menu-link"
              >
                {one.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

/**
 * Returns the URL of the page in a language; for an untranslated article, of the blog. URLs without a prefix show the language
 * that was chosen last, so such a link names its language; language-choice.ts removes that if scripts run.
 */
function hrefIn({ code, prefix }: Language, { alternates }: Drawing): string {
  const href = alternates[code] ?? inLanguage(prefix, pathOf('blog'));
  return prefix === BASE_PATH ? `${href}?language=${code}` : href;
}
