// A running conversion with its progress, and its end: the file to save, or why there is none.
import { ArrowDownToLine, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import type { Failure } from '../../../download-client/failure.ts';
import type { ShownProgress } from '../../../download-client/flow-state.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { formatBytes, formatLength, formatPercent } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import type { EditState } from './edit-job.ts';

type OutcomeProps = {
  readonly state: EditState;
  readonly explain: (failure: Failure) => string;
  readonly onCancel: () => void;
  readonly onAgain: () => void;
};

/** What follows the button, announced to screen readers. */
export function Outcome({ state, explain, onCancel, onAgain }: OutcomeProps) {
  const { t } = useWords();
  return (
    <div className="mt-5">
      <p role="status" className="sr-only">
        {state.kind === 'running' && t('convert.running')}
        {state.kind === 'ready' && t('convert.ready')}
      </p>
      {state.kind === 'running' && <Running progress={state.progress} onCancel={onCancel} />}
      {state.kind === 'ready' && <Ready result={state.result} />}
      {(state.kind === 'failed' || state.kind === 'refused') && (
        <div role="alert" className="rounded-md border border-bad p-4">
          <p className="max-w-prose">
            {state.kind === 'failed'
              ? explain(state.failure)
              : t(`convert.${state.code}`, { megabytes: 0, ...state.params })}
          </p>
          <Button icon={RotateCcw} className="mt-4" onClick={onAgain}>
            {t('download.tryAgain')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Running(props: { readonly progress: ShownProgress; readonly onCancel: () => void }) {
  const { progress, onCancel } = props;
  const { t, language } = useWords();
  const cancel = useRef<HTMLButtonElement>(null);
  // The focused button is removed: moves the focus to the next one.
  useEffect(() => cancel.current?.focus({ preventScroll: true }), []);
  const percent = progress?.percent ?? 0;
  const status = t('download.phase', { phase: progress?.phase ?? 'making' });
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">{status}</span>
        <span className="font-display text-xl tabular-nums" dir="ltr">
          {formatPercent(percent, language)}
        </span>
      </p>
      <Progress className="mt-2" label={t('convert.running')} value={progress ? percent : null} />
      {progress?.position && (
        <p className="mt-3 text-sm">
          {t('download.queuePosition', { position: progress.position })}
        </p>
      )}
      <Button ref={cancel} icon={X} className="mt-4 max-sm:w-full" onClick={onCancel}>
        {t('download.cancel')}
      </Button>
    </div>
  );
}

function Ready({ result }: { readonly result: DownloadResult }) {
  const { t, language } = useWords();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  const { receipt } = result;
  const facts = [
    result.format.toUpperCase(),
    receipt.picture && `${receipt.picture.width} × ${receipt.picture.height}`,
    receipt.durationSeconds === null ? null : formatLength(receipt.durationSeconds),
    formatBytes(receipt.bytes, language),
  ].filter((fact) => fact !== null);
  return (
    <div className="rounded-md border border-good p-4">
      <h4 className="font-semibold">{t('convert.ready')}</h4>
      <p className="mt-1 text-soft text-sm [overflow-wrap:anywhere]" dir="auto">
        {result.filename}
      </p>
      <p className="mt-1 text-sm tabular-nums">
        <bdi>{facts.join(' · ')}</bdi>
      </p>
      {receipt.sounds && <p className="mt-1 text-sm">{t('convert.sounds', receipt.sounds)}</p>}
      <ButtonLink
        ref={link}
        href={result.downloadUrl}
        download={result.filename}
        variant="primary"
        className="mt-4 max-sm:w-full"
        icon={ArrowDownToLine}
      >
        {t('download.save')}
      </ButtonLink>
    </div>
  );
}
