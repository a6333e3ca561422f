// Stands in for a part of the page that could not be loaded: no connection, or the site was renewed meanwhile.
import { RotateCcw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';

/** Says so and offers to load the page again; a running download is found again after that. */
export function FacesMissing() {
  const { t } = useWords();
  return (
    <Card tone="bad" role="alert">
      <p className="mb-4 max-w-prose">{t('download.partMissing')}</p>
      <Button variant="primary" icon={RotateCcw} onClick={() => location.reload()}>
        {t('download.reload')}
      </Button>
    </Card>
  );
}
