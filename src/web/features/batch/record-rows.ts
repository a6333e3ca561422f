// Adds the files of the queue to the history of this browser, unless that is switched off.
import { now } from '../../browser/clock.ts';
import { entryOf } from '../../download-client/history/entry.ts';
import { isRecording } from '../../download-client/history/recording.ts';
import type { BatchRow } from './batch-state.ts';

/** Adds the rows that have become ready since an earlier state. Those that were so before a reload are there already. */
export async function recordRows(
  before: readonly BatchRow[],
  after: readonly BatchRow[],
): Promise<void> {
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
