// The fallback for a chunk that could not be loaded: no connection, or a new release was deployed.
import { RotateCcw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';

/** Offers to reload the page; a running download is restored after the reload. */
export function FlowCardMissing() {
  const { t } = useWords();
  return (
    <Card tone="bad" role="alert">
      <p className="mb-4 max-w-prose">{t('ui.partMissing')}</p>
      <Button variant="primary" icon={RotateCcw} onClick={() => location.reload()}>
        {t('download.reload')}
      </Button>
    </Card>
  );
}
