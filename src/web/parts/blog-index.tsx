// The list of articles; untranslated ones are listed in English and marked as such.
import { articlePath, inLanguage } from '../../shared/routes.ts';
import { writeDay } from '../words/day.ts';
import type { Drawing } from './drawing.ts';

/** All articles, newest first. */
export function BlogIndex({ drawing }: { readonly drawing: Drawing }) {
  const { t, language, articles } = drawing;
  return (
    <ul className="article-list">
      {articles.map(({ article, language: its }) => {
        const isForeign = its.code !== language.code;
        const tag = isForeign ? its.tag : undefined;
        const dir = isForeign ? its.dir : undefined;
        return (
          <li key={article.slug}>
            <h2 lang={tag} dir={dir}>
              <a href={inLanguage(its.prefix, articlePath(article.slug))} hrefLang={tag}>
                {article.heading}
              </a>
            </h2>
            <p lang={tag} dir={dir}>
              {article.lead}
            </p>
            <p className="article-facts">
              <span className="article-topic" lang={tag} dir={dir}>
                {article.topic}
              </span>
              <time dateTime={article.published}>{writeDay(article.published, language)}</time>
              <span>{t('text.readingTime', { minutes: article.readingMinutes })}</span>
              {isForeign && <span className="badge badge-neutral">{t('text.inEnglish')}</span>}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
