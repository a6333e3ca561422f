// Replaces a page that could not be rendered.
import { RotateCcw } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useWords } from '../words/words.tsx';

/** The error message and the button that reloads. */
export function BrokenPage() {
  const { t } = useWords();
  return (
    <main id="main" className="page broken-page">
      <Card tone="bad" className="list-note" role="alert">
        <h1>{t('ui.brokenHeading')}</h1>
        <p>{t('ui.brokenText')}</p>
        <Button variant="primary" icon={RotateCcw} onClick={() => location.reload()}>
          {t('ui.loadAgain')}
        </Button>
      </Card>
    </main>
  );
}
