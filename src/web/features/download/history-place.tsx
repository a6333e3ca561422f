// Hands a finished download to the history of this browser, which is loaded for that after the result is shown.
import { useEffect, useState } from 'react';
import { LazySection } from '../../app/lazy-section.tsx';
import { useSessionStore } from '../../app/session-store.tsx';
import { now } from '../../browser/clock.ts';
import { type Entry, rebuilt } from '../history/entry.ts';
import { isRecording } from '../history/recording.ts';
import type { DownloadState, FlowState } from './flow/flow-state.ts';

const loadNote = () => import('../history/note.tsx').then((it) => it.HistoryNote);

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
  const [entry] = useState(() => (isRecording() ? entryOf(state) : null));
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

function entryOf({ check, inspection, download }: FlowState): Entry | null {
  if (download.kind !== 'ready' || check.kind !== 'valid') return null;
  const answer = inspection.kind === 'inspected' ? inspection.answer : null;
  const read = rebuilt(answer?.url ?? check.url);
  const { picture, sound, bytes } = download.result.receipt;
  const rate = sound?.kilobitsPerSecond;
  return (
    read && {
      id: download.job,
      ...read,
      title: download.title ?? answer?.media.title ?? '',
      author: answer?.media.author ?? null,
      format: download.result.format,
      quality: picture
        ? `${Math.min(picture.width, picture.height)}p`
        : rate
          ? `${Math.round(rate)} kbps`
          : null,
      bytes,
      savedAt: now(),
    }
  );
}
