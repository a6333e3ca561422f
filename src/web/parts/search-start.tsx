// What the search page suggests before anything is typed: its related pages and articles.
import type { Drawing } from './drawing.ts';

/** The heading and the links. */
export function SearchStart({ drawing }: { readonly drawing: Drawing }) {
  const { subject, targetOf } = drawing;
  const { words, related } = subject.text;
  return (
    <>
      <h2>{words['startHeading']}</h2>
      <ul>
        {related.map(targetOf).map(({ href, label, language }) => (
          <li key={href}>
            <a href={href} hrefLang={language?.tag} lang={language?.tag} dir={language?.dir}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
