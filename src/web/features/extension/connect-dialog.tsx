// Asks the visitor whether an extension may connect, and makes its key after a yes.
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words/words.tsx';
import type { Question } from './bridge.ts';
import { calls } from './calls.ts';

type Step =
  | { readonly kind: 'asked' | 'connecting' | 'failed' }
  | { readonly kind: 'done'; readonly name: string };

/** An extension can open the dialog under a click that was meant for something else. */
const READING_MS = 1000;

/** The dialog; open while there is a question, and until its answer was read. */
export function ConnectDialog({ question }: { readonly question: Question | null }) {
  const { t } = useWords();
  const [step, setStep] = useState<Step>({ kind: 'asked' });
  const [isReadable, setIsReadable] = useState(false);
  useEffect(() => {
    if (!question) return;
    setStep({ kind: 'asked' });
    setIsReadable(false);
    const timer = setTimeout(() => setIsReadable(true), READING_MS);
    return () => clearTimeout(timer);
  }, [question]);

  if (!question) {
    const isDone = step.kind === 'done';
    const close = () => setStep({ kind: 'asked' });
    return (
      <Dialog
        open={isDone}
        onClose={close}
        title={isDone ? t('extension.askDone', { name: step.name }) : ''}
        footer={
          <Button variant="primary" onClick={close}>
            {t('ui.close')}
          </Button>
        }
      >
        <p>{t('extension.askDoneText')}</p>
      </Dialog>
    );
  }
  const { link, origin, settle } = question;
  const { name, version } = link;
  const agree = async () => {
    setStep({ kind: 'connecting' });
    try {
      const { key, secret } = await calls.makeKey(name, origin);
      setStep({ kind: 'done', name });
      settle({ id: key.id, secret });
    } catch (error) {
      console.warn('the key of an extension could not be made', error);
      setStep({ kind: 'failed' });
    }
  };
  return (
    <Dialog
      open
      onClose={() => settle(null)}
      title={t('extension.askHeading', { name })}
      footer={
        <>
          <Button onClick={() => settle(null)}>{t('extension.askNo')}</Button>
          <Button
            variant="primary"
            busy={step.kind === 'connecting'}
            disabled={!isReadable}
            // Only a visitor's own press counts: extensions can press buttons, too.
            onClick={({ nativeEvent }) => nativeEvent.isTrusted && void agree()}
          >
            {t('extension.connect')}
          </Button>
        </>
      }
    >
      <p>{t('extension.askText')}</p>
      <p className="mt-3 text-soft text-sm" dir="auto">
        {t('extension.askVersion', { name, version })}
      </p>
      {step.kind === 'failed' && (
        <p role="alert" className="mt-3 text-bad">
          {t('extension.askFailed')}
        </p>
      )}
    </Dialog>
  );
}
