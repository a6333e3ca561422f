// The fallback if the editor cannot be loaded.
import { RotateCcw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';
import { useTrimmerWords } from './use-trimmer-words.ts';

/** The card. */
export function WorkspaceMissing() {
  const { t } = useTrimmerWords();
  const page = useWords();
  return (
    <Card as="section" tone="bad" role="alert" aria-label={t('trimmer.partMissingHeading')}>
      <h2 className="text-xl">{t('trimmer.partMissingHeading')}</h2>
      <p className="mt-2 max-w-prose">{page.t('ui.partMissing')}</p>
      <Button
        variant="primary"
        icon={RotateCcw}
        className="mt-5"
        onClick={() => window.location.reload()}
      >
        {t('trimmer.reload')}
      </Button>
    </Card>
  );
}
