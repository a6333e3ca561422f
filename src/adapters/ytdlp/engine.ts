// The port Engine: asks a warm worker, and reads its answer into our own types or its error into our own code.
import type { Clock, Engine } from '../../core/ports.ts';
import { EXTRACTORS } from './engine-settings.ts';
import type { WorkerPool } from './pool.ts';
import { readError } from './read-error.ts';
import { readInfo } from './read-info.ts';

/** Makes the port on a pool. `newId` gives opaque handles for inspections. */
export function createEngine(needs: {
  readonly pool: Pick<WorkerPool, 'inspect'>;
  readonly egress: string;
  readonly clock: Clock;
  readonly newId: () => string;
}): Engine {
  const { pool, egress, clock, newId } = needs;
  return {
    egress,
    async inspect(link, signal) {
      const { platform, address } = link;
      const answer = await pool.inspect({ url: address, platform }, signal);
      if (!answer.ok) throw readError(answer.error, answer.warnings, platform);
      return readInfo(answer.info, {
        link,
        now: clock.now(),
        egress,
        expectedExtractors: EXTRACTORS[platform],
        warnings: answer.warnings,
        newId,
      });
    },
  };
}
