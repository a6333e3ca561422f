// Replaces the form after sending; shows the link of the case, which is sent only once.
import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';
import { CaseLink } from './case-link.tsx';
import { fragmentOf } from './case-token.ts';
import type { Sent } from './draft.ts';

type SentCardProps = {
  readonly sent: Sent;
  /** Whether it was sent just now: then the card takes the focus of the removed button. */
  readonly isNew: boolean;
  readonly onAnother: () => void;
};

/** The confirmation, with the link to keep. */
export function SentCard({ sent, isNew, onAnother }: SentCardProps) {
  const { t } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <Card tone="good" className="takedown-sent">
      <h3 ref={heading} tabIndex={-1}>
        {t(sent.form === 'counter' ? 'takedown.counterSentHeading' : 'takedown.noticeSentHeading')}
      </h3>
      <p>{t('takedown.sentText')}</p>
      <CaseLink caseToken={sent.caseToken} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="primary" href={fragmentOf(sent.caseToken)}>
          {t('takedown.seeCase')}
        </ButtonLink>
        <Button variant="quiet" onClick={onAnother}>
          {t('takedown.another')}
        </Button>
      </div>
    </Card>
  );
}
