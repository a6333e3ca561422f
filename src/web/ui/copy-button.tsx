// Copies a text and says so for two seconds.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { Button, type ButtonVariant } from './button.tsx';

const CONFIRMATION_MS = 2000;

/** `label` is what the button says before; `onFailure` is told when the browser refuses. */
export type CopyButtonProps = {
  readonly text: string;
  readonly label?: string;
  readonly variant?: ButtonVariant;
  readonly onFailure?: (error: unknown) => void;
  readonly className?: string;
};

/** The button. */
export function CopyButton({
  text,
  label,
  variant = 'secondary',
  onFailure,
  className,
}: CopyButtonProps) {
  const { t } = useWords();
  const [copiedTimes, setCopiedTimes] = useState(0);

  useEffect(() => {
    if (copiedTimes === 0) return;
    const timer = setTimeout(() => setCopiedTimes(0), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copiedTimes]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopiedTimes((times) => times + 1);
    } catch (error) {
      if (onFailure) onFailure(error);
      else console.warn('the text could not be copied', error);
    }
  };

  const isCopied = copiedTimes > 0;
  return (
    <Button
      variant={variant}
      icon={isCopied ? Check : Copy}
      onClick={copy}
      className={className ?? ''}
    >
      <span aria-live="polite">{isCopied ? t('ui.copied') : (label ?? t('ui.copy'))}</span>
    </Button>
  );
}
