// An error with its cause and next step; the reference is collapsed.
import type { Failure } from '../../../download-client/failure.ts';
import { failureWords, hasPublicCode } from '../../../download-client/failure-words.ts';
import { nextStepOf } from '../../../download-client/next-step.ts';
import { AgainButton } from '../../../ui/again.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { languageOf } from '../../../words/catalogues.ts';
import { useWords } from '../../../words/words.tsx';

type FailureNoteProps = {
  readonly failure: Failure;
  /** Instead of the message of the failure. */
  readonly text?: string | undefined;
  readonly platformName: string | null;
  /** Handlers of the next steps; null for those that are not available. */
  readonly actions: {
    readonly again: () => void;
    readonly choose: (() => void) | null;
    readonly edit: () => void;
    readonly another: () => void;
  };
};

/**
 * The note, with the operator's reason if there is one. The recommended step is the primary button; editing the link is
 * always offered.
 */
export function FailureNote({ failure, text, platformName, actions }: FailureNoteProps) {
  const { t, code } = useWords();
  const next = nextStepOf(failure);
  const step = next.step === 'choose' && !actions.choose ? 'again' : next.step;
  return (
    <>
      <p className="max-w-prose">{text ?? failureWords(failure, platformName, t)}</p>
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
          <AgainButton
            key={failure.ref}
            variant="primary"
            waitSeconds={next.waitSeconds}
            onAgain={actions.again}
          />
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

/** How to leave an in-app browser: by its menu, or by copying the URL. */
function OpenElsewhere() {
  const { t } = useWords();
  return <CopyButton variant="primary" text={location.href} label={t('download.openBrowser')} />;
}
