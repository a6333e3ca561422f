// The card for a visitor whom the server has asked to wait: that it is about the number of requests and not about the post, the
// wait, and the same request once more when it is over.
import { useEffect, useRef } from 'react';
import type { Failure } from '../../../download-client/failure.ts';
import { nextStepOf } from '../../../download-client/next-step.ts';
import { AgainButton, useCountdown } from '../../../ui/again.tsx';
import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../words/words.tsx';
import { Section } from '../section.tsx';

type TooFastProps = {
  readonly failure: Failure;
  readonly stage: 'choosing' | 'failed';
  readonly onAgain: () => void;
  readonly onEdit: () => void;
};

/** The card; starts anew for each refusal. Requires the messages of `pace`. */
export function TooFast({ failure, stage, onAgain, onEdit }: TooFastProps) {
  const { t } = useWords();
  const { waitSeconds } = nextStepOf(failure);
  const left = useCountdown(waitSeconds ?? 0);
  const isOver = waitSeconds !== null && left === 0;
  const again = useRef(onAgain);
  useEffect(() => {
    again.current = onAgain;
  });
  // Not in a tab behind others: its button stays.
  useEffect(() => {
    if (isOver && document.visibilityState === 'visible') again.current();
  }, [isOver]);
  return (
    <Section stage={stage} heading={t('pace.heading')}>
      <p className="max-w-prose">{t('pace.text')}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <AgainButton
          key={waitSeconds}
          variant="primary"
          waitSeconds={waitSeconds}
          onAgain={onAgain}
        />
        <Button variant="quiet" onClick={onEdit}>
          {t('download.editLink')}
        </Button>
      </div>
    </Section>
  );
}
