// The message of a failure with its next step, announced to screen readers.
import { useEffect } from 'react';
import { formatBytes } from '../../words/figures.ts';
import { FAILURE_WORDS, type TrimError } from './media/failure.ts';
import { useTrimmerWords } from './use-trimmer-words.ts';

/** The message; logs the technical cause to the console for bug reports. */
export function FailureText({ error }: { readonly error: TrimError }) {
  const { t, language } = useTrimmerWords();
  useEffect(() => {
    if (error.code === 'other' || error.code === 'check') console.warn(error.message, error.cause);
  }, [error]);
  const { size = 0, limit = 0 } = error.bytes ?? {};
  return (
    <p role="alert" className="mt-3 max-w-prose">
      {t(FAILURE_WORDS[error.code], {
        size: formatBytes(size, language),
        limit: formatBytes(limit, language),
      })}
    </p>
  );
}
