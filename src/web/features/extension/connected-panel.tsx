// The panel of connected extensions, with a switch for each: what is switched off is refused by the server at once.
import { useState } from 'react';
import type { OwnKey } from '../../../shared/api/keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words/words.tsx';
import { calls } from './calls.ts';

type ConnectedPanelProps = {
  readonly isOpen: boolean;
  readonly keys: readonly OwnKey[];
  readonly onClose: () => void;
  readonly onSwitchedOff: (id: string) => void;
};

/** The panel. */
export function ConnectedPanel({ isOpen, keys, onClose, onSwitchedOff }: ConnectedPanelProps) {
  const { t } = useWords();
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('extension.panelHeading')}>
      <p role="status">{t(keys.length > 0 ? 'extension.panelText' : 'extension.panelNone')}</p>
      <ul className="extension-list">
        {keys.map((key) => (
          <ConnectedRow key={key.id} of={key} onSwitchedOff={onSwitchedOff} />
        ))}
      </ul>
    </Dialog>
  );
}

type ConnectedRowProps = {
  readonly of: OwnKey;
  readonly onSwitchedOff: (id: string) => void;
};

function ConnectedRow({ of: { id, name, expiresAt }, onSwitchedOff }: ConnectedRowProps) {
  const { t, language } = useWords();
  const [step, setStep] = useState<'on' | 'leaving' | 'failed'>('on');
  const switchOff = async () => {
    setStep('leaving');
    try {
      await calls.revoke(id);
      onSwitchedOff(id);
    } catch (error) {
      console.warn('an extension could not be switched off', error);
      setStep('failed');
    }
  };
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  return (
    <li>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold" dir="auto">
          {name}
        </p>
        {step === 'failed' ? (
          <p className="text-bad text-sm" role="alert">
            {t('extension.offFailed')}
          </p>
        ) : (
          expiresAt !== null && (
            <p className="text-soft text-sm">
              {t('extension.panelUntil', { date: date.format(expiresAt) })}
            </p>
          )
        )}
      </div>
      <Button
        busy={step === 'leaving'}
        aria-label={t('extension.switchOffNamed', { name })}
        onClick={() => void switchOff()}
      >
        {t('extension.switchOff')}
      </Button>
    </li>
  );
}
