// The related pages of a page.
import type { Drawing } from './drawing.ts';

/** Links to related pages and articles; nothing if there are none. */
export function Related({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject, targetOf } = drawing;
  if (subject.text.related.length === 0) return null;
  return (
    <nav className="related" aria-labelledby="related">
      <h2 id="related">{t('text.relatedHeading')}</h2>
      <ul>
        {subject.text.related.map(targetOf).map(({ href, label, language }) => (
          <li key={href}>
            <a href={href} hrefLang={language?.tag} lang={language?.tag} dir={language?.dir}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
