// The foot of a form: the send button, the progress, and the failure.
import { Send } from 'lucide-react';
import { useCountdown } from '../../browser/use-countdown.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatSpan } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import type { HeldForm } from './use-form.ts';

type SendRowProps = {
  readonly held: HeldForm;
  /** Whether the form is empty. */
  readonly isBlank: boolean;
};

/** The row; its messages share one live region. */
export function SendRow({ held, isBlank }: SendRowProps) {
  const { t, language } = useWords();
  const { phase, draft, problems, clear } = held;
  const failure = phase.kind === 'failed' ? phase.failure : null;
  const left = useCountdown(failure?.waitSeconds ?? 0);
  const isUnderWay = phase.kind === 'computing' || phase.kind === 'sending';
  const count = Object.keys(problems).length;
  return (
    <div className="takedown-send">
      <div role="alert">
        {failure && (
          <Card tone="bad">
            <h3>{t('takedown.failedHeading')}</h3>
            <p>{t(failure.words, { retryAfterSeconds: failure.waitSeconds })}</p>
          </Card>
        )}
      </div>
      <div className="takedown-buttons">
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={Send}
          busy={isUnderWay}
          disabled={left > 0}
        >
          {buttonText()}
        </Button>
        {!isBlank && !isUnderWay && (
          <Button variant="quiet" onClick={clear}>
            {t('takedown.clear')}
          </Button>
        )}
      </div>
      <p role="status" className="field-note text-soft">
        {isUnderWay
          ? t('takedown.computingText')
          : count > 0
            ? t('takedown.problems', { count })
            : t('takedown.keptHere')}
      </p>
    </div>
  );

  function buttonText(): string {
    if (phase.kind === 'computing') return t('takedown.computing');
    if (phase.kind === 'sending') return t('takedown.sending');
    if (left > 0) return t('takedown.tryAgainIn', { span: formatSpan(left, language) });
    return t(draft.form === 'counter' ? 'takedown.sendCounter' : 'takedown.sendNotice');
  }
}
