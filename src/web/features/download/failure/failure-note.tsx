// An error with its cause and one next step; the reference is folded away.
import { RotateCcw } from 'lucide-react';
import { useCountdown } from '../../../browser/use-countdown.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { languageOf } from '../../../words/catalogues.ts';
import { formatSpan } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import type { Failure } from './failure.ts';
import { failureWords, hasPublicCode } from './failure-words.ts';
import { nextStepOf } from './next-step.ts';

type FailureNoteProps = {
  readonly failure: Failure;
  readonly platformName: string | null;
  /** What the steps do here; null where there is nothing to choose from. */
  readonly actions: {
    readonly again: () => void;
    readonly choose: (() => void) | null;
    readonly edit: () => void;
    readonly another: () => void;
  };
};

/**
 * The note, with the operator's own words where there are some. The one step that helps is the primary button; editing
 * the link is always at hand.
 */
export function FailureNote({ failure, platformName, actions }: FailureNoteProps) {
  const { t, language, code } = useWords();
  const next = nextStepOf(failure);
  const left = useCountdown(next.waitSeconds ?? 0);
  const step = next.step === 'choose' && !actions.choose ? 'again' : next.step;
  return (
    <>
      <p className="max-w-prose">{failureWords(failure, platformName, t)}</p>
      {failure.params['reason'] && (
        <p className="mt-2 max-w-prose wrap-anywhere" dir="auto">
          {failure.params['reason']}
        </p>
      )}
      {failure.code === 'taken_down' && (
        <p className="mt-2">
          <a href={`${languageOf(code).prefix}/dmca#counter`}>{t('download.objectToRemoval')}</a>
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {step === 'again' && (
          <Button variant="primary" icon={RotateCcw} disabled={left > 0} onClick={actions.again}>
            {left > 0
              ? t('download.tryAgainIn', { span: formatSpan(left, language) })
              : t('download.tryAgain')}
          </Button>
        )}
        {step === 'choose' && (
          <Button variant="primary" onClick={() => actions.choose?.()}>
            {t('download.chooseOther')}
          </Button>
        )}
        {step === 'another' && (
          <Button variant="primary" onClick={actions.another}>
            {t('download.anotherLink')}
          </Button>
        )}
        {step === 'browser' && <OpenElsewhere />}
        <Button variant={step === 'edit' ? 'primary' : 'quiet'} onClick={actions.edit}>
          {t('download.editLink')}
        </Button>
      </div>
      {hasPublicCode(failure) && (
        <Disclosure summary={t('download.details')} className="mt-4 text-soft text-sm">
          <p dir="ltr">{t('download.errorCode', { code: failure.code })}</p>
          {failure.ref && <p dir="ltr">{t('download.reference', { ref: failure.ref })}</p>}
        </Disclosure>
      )}
    </>
  );
}

/** Out of an app's own browser: its menu does it, or the copied address. */
function OpenElsewhere() {
  const { t } = useWords();
  return <CopyButton variant="primary" text={location.href} label={t('download.openBrowser')} />;
}
