// The line below the heading of an article: topic, date, reading time.

import { writeDay } from '../words/day.ts';
import type { Drawing } from './drawing.ts';

/** The line; nothing on other pages. */
export function ArticleMeta({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject, language } = drawing;
  if (subject.route !== 'article') return null;
  const { topic, published, readingMinutes } = subject.text;
  return (
    <p className="article-facts">
      <span className="article-topic">{topic}</span>
      <time dateTime={published}>{writeDay(published, language)}</time>
      <span>{t('text.readingTime', { minutes: readingMinutes })}</span>
    </p>
  );
}
