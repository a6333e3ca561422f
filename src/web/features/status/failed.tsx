// Stands in the place of the table when its figures did not come.
import { RotateCcw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';

/** What happened, and the one thing to do about it. */
export function Failed({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useWords();
  return (
    <Card tone="bad" className="list-note" role="alert">
      <h3>{t('status.failedHeading')}</h3>
      <p>{t('status.failedText')}</p>
      <Button variant="primary" icon={RotateCcw} onClick={onAgain}>
        {t('status.tryAgain')}
      </Button>
    </Card>
  );
}
