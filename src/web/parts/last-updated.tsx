// The date of the last change of a page's text.

import { writeDay } from '../words/day.ts';
import type { Drawing } from './drawing.ts';

/** The line with the date. */
export function LastUpdated({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject, language } = drawing;
  const { updated } = subject.text;
  return (
    <p className="last-updated">
      {t('text.lastUpdated')} <time dateTime={updated}>{writeDay(updated, language)}</time>
    </p>
  );
}
