// What stands under the heading of an article: its topic, its day, how long it takes to read.
import type { Drawing } from '../render/drawing.ts';
import { writeDay } from './day.ts';

/** The line under the heading of an article; nothing on other pages. */
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
