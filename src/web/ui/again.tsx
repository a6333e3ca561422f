// The button that tries something again, once that can work: until then it counts the wait down. Screen readers get the wait with
// the words of the failure, and once more when it is over.
import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatLength } from '../words/figures.ts';
import { useWords } from '../words/words.tsx';
import { Button, type ButtonVariant } from './button.tsx';

type AgainButtonProps = {
  /** How long the server asked to wait; null if it did not. */
  readonly waitSeconds: number | null;
  readonly onAgain: () => void;
  readonly variant?: ButtonVariant;
  readonly size?: 'normal' | 'large';
  readonly wide?: boolean;
  readonly className?: string;
};

/** The button; requires no messages of its own. Give it a `key` of the failure where one may follow another. */
export function AgainButton({ waitSeconds, onAgain, ...look }: AgainButtonProps) {
  const { t } = useWords();
  const left = useCountdown(waitSeconds ?? 0);
  const again = t('download.tryAgain');
  return (
    <>
      <Button icon={RotateCcw} disabled={left > 0} onClick={onAgain} {...look}>
        {left ? t('download.tryAgainIn', { span: formatLength(left) }) : again}
      </Button>
      <span role="status" className="sr-only">
        {waitSeconds !== null && !left && again}
      </span>
    </>
  );
}

/** Returns the remaining seconds, counted from the first render. */
export function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const endsAt = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
      setLeft(rest);
      if (!rest) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
