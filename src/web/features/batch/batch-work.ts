// The queue as work whose end is worth a notification: one for the whole list.

import type { Work } from '../../notifications/watch-end.ts';
import type { Words } from '../../words/words.tsx';
import type { Batch } from './batch.ts';
import { countRows } from './batch-state.ts';

/** Follows the queue; requires the messages of `batch` and `mobile`. */
export function batchWork({ subscribe, getState }: Batch, { t }: Words): Work {
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
