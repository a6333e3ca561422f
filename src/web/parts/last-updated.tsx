// When the text of a page was last changed.
import type { Drawing } from '../render/drawing.ts';
import { writeDay } from './day.ts';

/** The line; its day is that of the text itself. */
export function LastUpdated({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject, language } = drawing;
  const { updated } = subject.text;
  return (
    <p className="last-updated">
      {t('text.lastUpdated')} <time dateTime={updated}>{writeDay(updated, language)}</time>
    </p>
  );
}
