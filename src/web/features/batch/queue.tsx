// The queue: one choice for all, how far it is, its actions, and its rows. All finished files can be saved as one ZIP file, which
// names what failed.
import { Download, FileArchive, RotateCcw, Trash2, X } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { ZipAnswer, ZipRequest } from '../../../shared/api/download.ts';
import type { VisitorErrorCode } from '../../../shared/errors.ts';
import { QUALITIES } from '../../../shared/media/qualities.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { requestJson } from '../../browser/request.ts';
import { focusWrongTime } from '../../cutting/focus-wrong-time.ts';
import { type Failure, failureOf } from '../../download-client/failure.ts';
import { failureWords } from '../../download-client/failure-words.ts';
import { FORMATS } from '../../download-client/flow-state.ts';
import { nextStepOf } from '../../download-client/next-step.ts';
import { NoticePlace } from '../../notifications/place.tsx';
import type { Work } from '../../notifications/watch-end.ts';
import { AgainButton } from '../../ui/again.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { Progress } from '../../ui/progress.tsx';
import { formatBytes } from '../../words/figures.ts';
import { useWords, type Words } from '../../words/words.tsx';
import type { Batch } from './batch.ts';
import {
  type BatchRow,
  type BatchState,
  countRows,
  listOf,
  percentOf,
  readyBytes,
} from './batch-state.ts';
import { mayMend } from './may-mend.ts';
import { Row } from './row.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

export function Queue({ batch, state }: { readonly batch: Batch; readonly state: BatchState }) {
  const { t } = useWords();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { rows, choice, isRunning, pauseReason, waits } = state;
  const counts = countRows(rows);
  const percent = percentOf(rows);
  const hasStarted = counts.done + counts.active > 0;
  const summary = t('batch.summary', {
    all: counts.all,
    ready: counts.ready,
    failed: counts.failed,
  });
  const spoken = useSpokenAtQuarters(summary, (counts.ready + counts.failed) / counts.all);
  useEffect(() => heading.current?.focus(), []);
  const { place, onFocus } = useKeptFocus<HTMLElement>(heading);
  const workOf = useCallback((spoken: Words) => batchWork(batch, spoken), [batch]);
  return (
    <Card ref={place} as="section" aria-labelledby={headingId} className="mt-6" onFocus={onFocus}>
      <h2 ref={heading} id={headingId} tabIndex={-1} className="text-xl focus:outline-none">
        {t('batch.listHeading', { count: counts.all })}
      </h2>
      <div className="mt-4 flex flex-wrap gap-x-8 gap-y-4">
        <SegmentedControl
          label={t('batch.forAll')}
          value={choice.format}
          onChange={(format) => batch.chooseForAll({ ...choice, format })}
          options={FORMATS.map((format) => ({
            value: format,
            label: t(format === 'mp4' ? 'download.formatMp4' : 'download.formatMp3'),
          }))}
        />
        {choice.format === 'mp4' && (
          <SegmentedControl
            label={t('download.quality')}
            value={choice.quality}
            onChange={(quality) => batch.chooseForAll({ ...choice, quality })}
            options={QUALITIES.map((quality) => ({
              value: quality,
              label: t(`download.${quality}`),
            }))}
          />
        )}
      </div>
      {hasStarted && (
        <div className="mt-5">
          <p role="status" aria-live={spoken} className="font-semibold tabular-nums">
            {summary}
          </p>
          <Progress
            className="mt-2"
            label={t('batch.progressLabel')}
            value={percent.done}
            failed={percent.failed}
            valueText={summary}
          />
        </div>
      )}
      <p role="status" className="mt-3 text-soft text-sm">
        {pauseReason
          ? t(pauseReason === 'offline' ? 'batch.heldUpOffline' : 'batch.heldUpBusy')
          : isRunning && t('batch.keepOpen')}
      </p>
      <Waits state={state} />
      <Actions batch={batch} state={state} />
      {isRunning && (
        <div className="mt-4">
          <NoticePlace name="batch" workOf={workOf} />
        </div>
      )}
      <ul className="batch-list mt-6">
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            batch={batch}
            choice={choice}
            waitsUntil={waits[row.platform]}
          />
        ))}
      </ul>
    </Card>
  );
}

/** Whether screen readers say this text: of a hundred links, only when another quarter is done. */
function useSpokenAtQuarters(text: string, share: number): 'polite' | 'off' {
  const quarter = Math.floor(share * 4);
  const [last, setLast] = useState({ text, quarter, isSpoken: true });
  if (last.text !== text) setLast({ text, quarter, isSpoken: last.quarter !== quarter });
  return last.isSpoken ? 'polite' : 'off';
}

/** Which platforms refuse the server, said once; changes when a pause begins or ends. */
function Waits({ state: { rows, waits } }: { readonly state: BatchState }) {
  const { t, language } = useWords();
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const waiting = new Set(
    rows.flatMap(({ state, platform }) => (state.kind === 'waiting' ? platform : [])),
  );
  return (
    <div role="status" className="text-sm">
      {[...waiting].map((platform) => {
        const until = waits[platform];
        return until === undefined ? null : (
          <p key={platform} className="mt-2">
            {t('batch.held', {
              platform: PLATFORMS[platform].label,
              time: time.format(until),
            })}
          </p>
        );
      })}
    </div>
  );
}

function Actions({ batch, state }: { readonly batch: Batch; readonly state: BatchState }) {
  const { t } = useWords();
  const { rows, isRunning } = state;
  const { waiting, active, ready } = countRows(rows);
  const again = rows.filter(
    ({ state }) => state.kind === 'expired' || (state.kind === 'failed' && mayMend(state.failure)),
  );
  const isOver = waiting + active === 0;
  return (
    <div className="mt-4 flex flex-wrap gap-3 max-sm:*:w-full">
      {!isRunning && waiting > 0 && (
        <Button variant="primary" icon={Download} onClick={() => focusWrongTime() || batch.start()}>
          {t('batch.start', { count: waiting })}
        </Button>
      )}
      {ready > 0 && <ZipButton rows={rows} isPrimary={isOver} />}
      {isOver && again.length > 0 && (
        <Button icon={RotateCcw} onClick={() => batch.retry(again.map(({ key }) => key))}>
          {t('batch.retryFailed', { count: again.length })}
        </Button>
      )}
      {active > 0 || (isRunning && waiting > 0) ? (
        <Button icon={X} onClick={() => batch.cancel(rows.map(({ key }) => key))}>
          {t('batch.cancelAll')}
        </Button>
      ) : (
        <Button variant="quiet" icon={Trash2} onClick={batch.clear}>
          {t('batch.clear')}
        </Button>
      )}
    </div>
  );
}

/** Follows the queue; requires the messages of `batch` and `mobile`. */
function batchWork({ subscribe, getState }: Batch, { t }: Words): Work {
  return {
    subscribe,
    read() {
      const { rows, isRunning } = getState();
      if (isRunning) return 'running';
      const { all, ready, failed } = countRows(rows);
      // Cancelled or cleared by the visitor.
      if (ready + failed === 0) return null;
      const text = t('batch.summary', { all, ready, failed });
      return { title: t('mobile.notifyListDone'), text, tag: 'batch' };
    },
  };
}

type ZipState =
  | { readonly kind: 'none' | 'requesting' }
  | { readonly kind: 'saving'; readonly answer: ZipAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure };

type ZipButtonProps = { readonly rows: readonly BatchRow[]; readonly isPrimary: boolean };

/** Requests the archive when it is pressed, with what is ready then. */
function ZipButton({ rows, isPrimary }: ZipButtonProps) {
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
  const waitSeconds = state.kind === 'failed' ? nextStepOf(state.failure).waitSeconds : null;
  const size = formatBytes(readyBytes(rows), language);
  return (
    <>
      {state.kind === 'failed' && waitSeconds !== null ? (
        <AgainButton
          variant={isPrimary ? 'primary' : 'secondary'}
          waitSeconds={waitSeconds}
          onAgain={() => void save()}
        />
      ) : (
        <Button
          variant={isPrimary ? 'primary' : 'secondary'}
          icon={FileArchive}
          busy={state.kind === 'requesting'}
          onClick={() => void save()}
        >
          {t('batch.zip', { count, size })}
        </Button>
      )}
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
  const list = listOf(rows);
  const jobs = new Map<string, number>();
  const failures: NonNullable<ZipRequest['failures']> = [];
  for (const { url, place, state } of rows) {
    if (state.kind === 'ready') jobs.set(state.job, place?.number ?? 1);
    if (state.kind === 'expired') failures.push({ url, code: 'expired' });
    if (state.kind === 'failed') failures.push({ url, code: publicCode(state.failure) });
  }
  return {
    jobs: [...jobs.keys()],
    failures,
    language,
    ...(list !== null && { numbers: [...jobs.values()], name: list.slice(0, 200) }),
  };
}

/** A failure that is known to this browser only cannot be explained by a report. */
function publicCode({ code }: Failure): VisitorErrorCode {
  return code === 'offline' || code === 'unreadable' || code === 'cookies_off' ? 'internal' : code;
}
