// Hands a finished download to the history of this browser, which is loaded for that after the result is shown.
import { useEffect, useState } from 'react';
import { now } from '../../browser/clock.ts';
import type { DownloadState, FlowState } from '../../download-client/flow-state.ts';
import { type Entry, entryOf } from '../../download-client/history/entry.ts';
import { isRecording } from '../../download-client/history/recording.ts';
import { LazySection } from '../../page/lazy-section.tsx';
import { useSessionStore } from '../../page/session-store.tsx';

const loadNote = () =>
  import('../../download-client/history/note.tsx').then((it) => it.HistoryNote);

/** The jobs that ran on this page, and those that were added: a reload or a way back must not add an erased one again. */
const useJobs = () =>
  useSessionStore('history', () => ({ ran: new Set<string>(), kept: new Set<string>() }));

/** Remembers a running job, also one that was found after a reload. */
export function useSeenRunning(download: DownloadState): void {
  const { ran } = useJobs();
  const job = download.kind === 'running' ? download.job : null;
  useEffect(() => {
    if (job !== null) ran.add(job);
  }, [ran, job]);
}

/** The place below the result; empty if the history is switched off. */
export function HistoryPlace({ state }: { readonly state: FlowState }) {
  const { ran, kept } = useJobs();
  const [entry] = useState(() => (isRecording() ? finishedEntry(state) : null));
  if (!entry) return null;
  const { download } = state;
  const isOurs = (download.kind === 'ready' && download.isPressed) || ran.has(entry.id);
  const isNew = isOurs && !kept.has(entry.id);
  return (
    <LazySection
      group="history"
      load={loadNote}
      props={{ entry, isNew, onKept: () => kept.add(entry.id) }}
    />
  );
}

function finishedEntry({ check, inspection, download }: FlowState): Entry | null {
  if (download.kind !== 'ready' || check.kind !== 'valid') return null;
  const answer = inspection.kind === 'inspected' ? inspection.answer : null;
  return entryOf({
    job: download.job,
    url: answer?.url ?? check.url,
    title: download.title ?? answer?.media.title ?? '',
    author: answer?.media.author ?? null,
    result: download.result,
    savedAt: now(),
  });
}
