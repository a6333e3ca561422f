// Saves all finished files as one ZIP file, which names what failed.
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import type { ZipAnswer, ZipRequest } from '../../../shared/api/download.ts';
import type { VisitorErrorCode } from '../../../shared/errors.ts';
import { requestJson } from '../../browser/request.ts';
import { type Failure, failureOf } from '../../download-client/failure.ts';
import { failureWords } from '../../download-client/failure-words.ts';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import { type BatchRow, readyBytes } from './batch-state.ts';

type ZipState =
  | { readonly kind: 'none' | 'requesting' }
  | { readonly kind: 'saving'; readonly answer: ZipAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure };

type ZipButtonProps = { readonly rows: readonly BatchRow[]; readonly isPrimary: boolean };

/** Requests the archive when it is pressed, with what is ready then. */
export function ZipButton({ rows, isPrimary }: ZipButtonProps) {
  const { t, language, code } = useWords();
  const [state, setState] = useState<ZipState>({ kind: 'none' });
  const save = async () => {
    setState({ kind: 'requesting' });
    try {
      const answer = await requestJson<ZipAnswer>('/api/zip', {
        method: 'POST',
        body: zipOf(rows, code),
      });
      setState({ kind: 'saving', answer });
      saveAs(answer);
    } catch (error) {
      setState({ kind: 'failed', failure: failureOf(error) });
    }
  };
  const count = zipOf(rows, code).jobs.length;
  const size = formatBytes(readyBytes(rows), language);
  return (
    <>
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        icon={FileArchive}
        busy={state.kind === 'requesting'}
        onClick={() => void save()}
      >
        {t('batch.zip', { count, size })}
      </Button>
      <span role="status" className="self-center text-sm empty:hidden">
        {state.kind === 'saving' && state.answer.failures > 0 && (
          <span className="text-soft">
            {t('batch.zipReport', { count: state.answer.failures })}
          </span>
        )}
        {state.kind === 'failed' && (
          <span className="text-bad">{failureWords(state.failure, null, t)}</span>
        )}
      </span>
    </>
  );
}

/** Starts the browser's own download. */
function saveAs({ downloadUrl, filename }: ZipAnswer): void {
  const link = document.createElement('a');
  link.href = downloadUrl;
  link.download = filename;
  link.click();
}

/** The request: what is ready, and what failed with a code that the report can explain. */
function zipOf(rows: readonly BatchRow[], language: string): ZipRequest {
  const jobs = new Set<string>();
  const failures: NonNullable<ZipRequest['failures']> = [];
  for (const { url, state } of rows) {
    if (state.kind === 'ready') jobs.add(state.job);
    if (state.kind === 'expired') failures.push({ url, code: 'expired' });
    if (state.kind === 'failed') failures.push({ url, code: publicCode(state.failure) });
  }
  return { jobs: [...jobs], failures, language };
}

/** A failure that is known to this browser only cannot be explained by a report. */
function publicCode({ code }: Failure): VisitorErrorCode {
  return code === 'offline' || code === 'unreadable' || code === 'cookies_off' ? 'internal' : code;
}
