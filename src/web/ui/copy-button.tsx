// A button that copies a text and confirms it for two seconds; without clipboard access it selects the text instead.
import { Check, Copy } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { Button, type ButtonVariant } from './button.tsx';
import { TextField } from './text-field.tsx';

const CONFIRMATION_MS = 2000;

/** `label` is the initial label. `shownIn` is a field that shows the text already; without it one is added when needed. */
export type CopyButtonProps = {
  readonly text: string;
  readonly label?: string;
  readonly variant?: ButtonVariant;
  readonly shownIn?: RefObject<HTMLInputElement | null>;
  readonly className?: string;
};

/** The button. */
export function CopyButton(props: CopyButtonProps) {
  const { text, variant = 'secondary', shownIn, className } = props;
  const { t } = useWords();
  const [copiedTimes, setCopiedTimes] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  const ownField = useRef<HTMLInputElement>(null);
  const isRefused = refused === text;
  const label = props.label ?? t('ui.copy');

  useEffect(() => {
    if (copiedTimes === 0) return;
    const timer = setTimeout(() => setCopiedTimes(0), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copiedTimes]);
  useEffect(() => {
    if (isRefused) selectAll(ownField.current);
  }, [isRefused]);

  const copy = async () => {
    try {
      // On plain http there is no clipboard API.
      await navigator.clipboard.writeText(text);
      setCopiedTimes((times) => times + 1);
      setRefused(null);
    } catch (error) {
      console.info('the text could not be copied', error);
      setRefused(text);
      selectAll(shownIn?.current ?? ownField.current);
    }
  };

  const isCopied = copiedTimes > 0;
  return (
    <>
      <Button
        variant={variant}
        icon={isCopied ? Check : Copy}
        onClick={copy}
        className={className ?? ''}
      >
        <span aria-live="polite">{isCopied ? t('ui.copied') : label}</span>
      </Button>
      {isRefused && !shownIn && (
        <TextField
          className="copy-by-hand"
          label={label}
          labelHidden
          readOnly
          dir="ltr"
          ref={ownField}
          value={text}
          hint={t('ui.copyByHand')}
          onFocus={(event) => event.target.select()}
        />
      )}
      {shownIn && (
        <p role="status" className="copy-by-hand field-note text-soft">
          {isRefused && t('ui.copyByHand')}
        </p>
      )}
    </>
  );
}

function selectAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
