// The messages that replace the rows of an empty table.
import { FilmIcon } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useWords } from '../../../words/words.tsx';

/** Shown while the list is empty. */
export function EmptyNote() {
  const { t } = useWords();
  return (
    <Card className="curating-empty">
      <Icon of={FilmIcon} size="large" className="text-signal-ink" />
      <h2>{t('operators-trending.emptyHeading')}</h2>
      <p className="text-soft">{t('operators-trending.emptyText')}</p>
    </Card>
  );
}

/** Shown if nothing matches the search and filters. */
export function NothingFound({ onClear }: { readonly onClear: () => void }) {
  const { t } = useWords();
  return (
    <Card className="curating-empty">
      <p>{t('operators-trending.nothingFound')}</p>
      <Button onClick={onClear}>{t('operators-trending.clearFilters')}</Button>
    </Card>
  );
}
