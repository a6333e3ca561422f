// The port ListEngine: requests the entries of a list from a warm worker.
import type { ListEngine } from '../../core/inspecting/ports.ts';
import { MAX_LIST_ENTRIES } from '../../shared/limits.ts';
import { readList } from './read/read-list.ts';
import { readError } from './read-error.ts';
import type { WorkerPool } from './workers/pool.ts';

/** A list that takes longer is not worth waiting for. */
const DEADLINE_MS = 20_000;

/** Creates the port on a pool. */
export function createListEngine(pool: Pick<WorkerPool, 'inspect'>): ListEngine {
  return {
    async list(link, page, signal, egress) {
      const { platform, address: url } = link;
      const request = {
        op: 'list',
        egress,
        url,
        platform,
        // One more shows whether there are others.
        maxItems: MAX_LIST_ENTRIES + 1,
        skip: (page - 1) * MAX_LIST_ENTRIES,
        deadlineMs: DEADLINE_MS,
      } as const;
      const answer = await pool.inspect(request, signal);
      if (!answer.ok) throw readError(answer.error, answer.warnings, platform);
      return readList(answer.info, link, page);
    },
  };
}
