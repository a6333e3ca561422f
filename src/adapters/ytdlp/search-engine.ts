// The port SearchEngine: requests the results of a platform's own search from a warm worker.
import type { SearchEngine } from '../../core/inspecting/ports.ts';
import { AppError, ERRORS } from '../../shared/errors.ts';
import { MAX_SEARCH_RESULTS } from '../../shared/limits.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { readSearch } from './read/read-search.ts';
import { type EngineFailure, readError } from './read-error.ts';
import type { WorkerPool } from './workers/pool.ts';

/** A search that takes longer is not worth waiting for. */
const DEADLINE_MS = 20_000;

/** Creates the port on a pool. */
export function createSearchEngine(pool: Pick<WorkerPool, 'inspect'>): SearchEngine {
  return {
    async search(platform, query, signal, egress) {
      const request = {
        op: 'search',
        egress,
        query,
        platform,
        maxItems: MAX_SEARCH_RESULTS,
        deadlineMs: DEADLINE_MS,
      } as const;
      const answer = await pool.inspect(request, signal);
      if (!answer.ok) throw wordless(answer.error, answer.warnings, platform);
      return readSearch(answer.info, platform);
    },
  };
}

/** The failure without any text, which might quote what was searched for. A search has no item that could be at fault. */
function wordless(
  error: EngineFailure,
  warnings: readonly string[],
  platform: PlatformId,
): AppError {
  const { code, params } = readError(error, warnings, platform);
  return new AppError(ERRORS[code].cause === 'item' ? 'platform_changed' : code, {
    params,
    detail: `search: ${error.type} ${error.httpStatus ?? ''}`.trim(),
  });
}
