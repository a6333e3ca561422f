// Many links at once: the form that takes a list, and the queue that downloads it.
import './batch.css';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { now } from '../../browser/clock.ts';
import { useFileDrop } from '../../browser/use-file-drop.ts';
import { calls } from '../../download-client/calls.ts';
import { takeLinks } from '../../download-client/hand-over.ts';
import { entryOf } from '../../download-client/history/entry.ts';
import { isRecording } from '../../download-client/history/recording.ts';
import { openProgressStream } from '../../download-client/progress-stream.ts';
import type { ListReading } from '../../download-client/read-list.ts';
import { readTextFile } from '../../download-client/read-text-file.ts';
import { useSessionStore } from '../../page/session-store.tsx';
import { Card } from '../../ui/card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useWords } from '../../words/words.tsx';
import { type Batch as BatchStore, createBatch } from './batch.ts';
import { batchMemory } from './batch-memory.ts';
import type { BatchRow, BatchState } from './batch-state.ts';
import { LeftOut } from './left-out.tsx';
import { ListForm } from './list-form.tsx';
import { Queue } from './queue.tsx';

/** The form and the queue; requires the messages of `batch`. */
export function Batch() {
  const { t } = useWords();
  const { batch, state } = useBatch();
  const [reading, setReading] = useState<ListReading | null>(null);
  const [isNoText, setIsNoText] = useState(false);
  const add = useCallback(
    (text: string) => {
      setIsNoText(false);
      setReading(batch.add(text));
    },
    [batch],
  );
  const addFile = async (file: File) => {
    const text = await readTextFile(file).catch(() => null);
    if (text !== null) return add(text);
    setReading(null);
    setIsNoText(true);
  };
  const isOver = useFileDrop((file) => void addFile(file));
  useEffect(() => {
    batch.restore();
    const left = takeLinks();
    if (left !== null) add(left);
  }, [batch, add]);

  const hasRows = state.rows.length > 0;
  const form = <ListForm onAdd={add} onFile={addFile} isOver={isOver} hasRows={hasRows} />;
  return (
    <>
      <Card as="section" aria-label={t('batch.formHeading')}>
        {hasRows ? <Disclosure summary={t('batch.addMore')}>{form}</Disclosure> : form}
        <div role="status">
          {reading && <LeftOut reading={reading} />}
          {isNoText && <p className="mt-4 text-bad">{t('batch.notText')}</p>}
        </div>
      </Card>
      {hasRows && <Queue batch={batch} state={state} />}
    </>
  );
}

/** Returns the queue of this tab and its state. */
function useBatch(): { batch: BatchStore; state: BatchState } {
  const batch = useSessionStore('batch', () => {
    const made = createBatch({
      calls,
      openStream: openProgressStream,
      after(ms, call) {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      memory: batchMemory,
      log: (what, error) => console.warn(what, error),
    });
    let { rows } = made.getState();
    made.subscribe(() => {
      const next = made.getState().rows;
      void recordRows(rows, next);
      rows = next;
    });
    return made;
  });
  const state = useSyncExternalStore(batch.subscribe, batch.getState, batch.getState);
  return { batch, state };
}

/** Adds the rows that have become ready since an earlier state. Those that were so before a reload are there already. */
async function recordRows(before: readonly BatchRow[], after: readonly BatchRow[]): Promise<void> {
  const entries = after.flatMap((row) => finished(before, row) ?? []);
  if (entries.length === 0 || !isRecording()) return;
  try {
    const { keepEntry } = await import('../../download-client/history/store.ts');
    for (const entry of entries) await keepEntry(entry);
  } catch (error) {
    console.warn('the history could not be written', error);
  }
}

function finished(before: readonly BatchRow[], { key, url, preview, state }: BatchRow) {
  if (state.kind !== 'ready') return null;
  const was = before.find((row) => row.key === key)?.state;
  const ranHere = was?.kind === 'starting' || (was?.kind === 'open' && was.progress !== null);
  if (!ranHere) return null;
  const { job, result } = state;
  const { title = '', author = null } = preview ?? {};
  return entryOf({ job, url, title, author, result, savedAt: now() });
}
