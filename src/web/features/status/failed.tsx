// Replaces the table if its data could not be loaded.
import { RotateCcw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';

/** The message and a retry button. */
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
