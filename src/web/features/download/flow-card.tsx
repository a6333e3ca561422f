// The cards of the flow, one for each stage after a link was recognised; a chunk of their own. A finished download is handed to
// the history of this browser, which is loaded for that while the file is made: who leaves at once finds it there.
import { type ReactNode, useEffect, useState } from 'react';
import type { InspectItem } from '../../../shared/api/inspect.ts';
import { MAX_ARCHIVE_FILES } from '../../../shared/limits.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { now } from '../../browser/clock.ts';
import { itemOf } from '../../download-client/fit-choice.ts';
import type { DownloadState, FlowState } from '../../download-client/flow-state.ts';
import type { Finished } from '../../download-client/history/entry.ts';
import { isRecording } from '../../download-client/history/recording.ts';
import { LazySection } from '../../page/lazy-section.tsx';
import { useSessionStore } from '../../page/session-store.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailureCard, GoneCard } from './failure/failure-card.tsx';
import { useExpectedFormat } from './flow/expected-format.ts';
import type { Flow } from './flow/flow.ts';
import { FlowCardMissing } from './flow-card-missing.tsx';
import { OptionsCard } from './options-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ResultCard } from './result-card.tsx';

const loadList = () => import('./lists/index.tsx').then((it) => it.ListPlace);

const loadSplit = () => import('./post/split-by-chapters.tsx').then((it) => it.SplitByChapters);

/** Of what is fetched whole, each chapter would cost as much as all of it. */
const isSplit = ({ part, chapters }: InspectItem) =>
  part === 'direct' && chapters.length > 1 && chapters.length <= MAX_ARCHIVE_FILES;

type FlowCardProps = {
  readonly flow: Flow;
  readonly state: FlowState;
  readonly onEdit: () => void;
  readonly afterResult: ((job: string) => ReactNode) | undefined;
};

/** Renders the card for the current state. */
export function FlowCard({ flow, state, onEdit, afterResult }: FlowCardProps) {
  const { download, inspection, check, choice } = state;
  useSeenRunning(download);
  useExpectedFormat(flow, state);
  const platform = check.kind === 'valid' ? check.platform : null;
  const platformName = platform && PLATFORMS[platform].label;
  const item = inspection.kind === 'inspected' ? itemOf(inspection.answer, choice) : null;
  const thumbnailUrl = item?.thumbnailUrl ?? null;
  switch (download.kind) {
    case 'none':
      return (
        <>
          {'listUrl' in check && check.listUrl !== null && (
            <LazySection
              group="lists"
              load={loadList}
              props={{
                url: check.listUrl,
                isAlone: check.kind === 'list',
                format: choice.format,
                onEdit,
                onAnother: flow.reset,
              }}
              fallback={<Skeleton className="mb-4 h-24 w-full rounded-lg" />}
              missing={<FlowCardMissing />}
            />
          )}
          <OptionsCard flow={flow} state={state} onEdit={onEdit} />
          {inspection.kind === 'inspected' && item && isSplit(item) && (
            <LazySection
              group="post"
              load={loadSplit}
              props={{ answer: inspection.answer, item, choice }}
            />
          )}
        </>
      );
    case 'running':
      return <ProgressCard flow={flow} download={download} thumbnailUrl={thumbnailUrl} />;
    case 'ready':
      return (
        <ResultCard
          flow={flow}
          download={download}
          platformName={platformName}
          thumbnailUrl={thumbnailUrl}
        >
          {afterResult?.(download.job)}
          <HistoryPlace state={state} />
        </ResultCard>
      );
    case 'failed':
      return (
        <FailureCard flow={flow} download={download} platformName={platformName} onEdit={onEdit} />
      );
    case 'gone':
      return <GoneCard flow={flow} download={download} />;
  }
}

const loadHistory = () => import('../../download-client/history/note.tsx');
const loadNote = () => loadHistory().then((it) => it.HistoryNote);
const warn = (error: unknown) => console.warn('the history could not be written', error);

/** The jobs that ran on this page, and those that were added: a reload or a way back must not add an erased one again. */
const useJobs = () =>
  useSessionStore('history', () => ({ ran: new Set<string>(), kept: new Set<string>() }));

/** Remembers a running job, also one that was found after a reload. */
function useSeenRunning(download: DownloadState): void {
  const { ran } = useJobs();
  const job = download.kind === 'running' ? download.job : null;
  useEffect(() => {
    if (job === null) return;
    ran.add(job);
    if (isRecording()) loadHistory().catch(warn);
  }, [ran, job]);
}

/** The place of the history below the result; empty if the history is switched off. */
function HistoryPlace({ state }: { readonly state: FlowState }) {
  const { ran, kept } = useJobs();
  const [finished] = useState(() => (isRecording() ? finishedOf(state) : null));
  const { download } = state;
  const job = finished?.job ?? '';
  const isOurs = (download.kind === 'ready' && download.isPressed) || ran.has(job);
  const [isKept, setIsKept] = useState(!isOurs || kept.has(job));
  // Not bound to this part of the page: who leaves it meanwhile finds the download there as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each download is added once
  useEffect(() => {
    if (isKept || !finished || kept.has(job)) return;
    kept.add(job);
    loadHistory()
      .then((it) => it.keepFinished(finished))
      .then(setIsKept, (error: unknown) => {
        kept.delete(job);
        warn(error);
      });
  }, [job]);
  if (!finished || !isKept) return null;
  return <LazySection group="history" load={loadNote} props={{}} />;
}

function finishedOf({ check, inspection, download }: FlowState): Finished | null {
  if (download.kind !== 'ready' || check.kind !== 'valid') return null;
  const answer = inspection.kind === 'inspected' ? inspection.answer : null;
  return {
    job: download.job,
    url: answer?.url ?? check.url,
    title: download.title ?? answer?.media.title ?? '',
    author: answer?.media.author ?? null,
    result: download.result,
    savedAt: now(),
  };
}
