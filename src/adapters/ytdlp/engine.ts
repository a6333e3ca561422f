// The port Engine: asks a warm worker and reads its answer into the product's types, or its error into a code.

import type { Clock } from '../../core/async/clock.ts';
import type { Inspected } from '../../core/inspecting/inspection.ts';
import type { Engine } from '../../core/inspecting/ports.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import { EXTRACTORS } from './engine-settings.ts';
import { readInfo } from './read/read-info.ts';
import { refuseUnlessPublic } from './read/refuse-unless-public.ts';
import { readError } from './read-error.ts';
import type { WorkerPool } from './workers/pool.ts';

/**
 * Creates the port on a pool. `newId` makes opaque handles of inspections. `hasCookies`: the pool has an operator's
 * cookies.
 */
export function createEngine(needs: {
  readonly pool: Pick<WorkerPool, 'inspect'>;
  readonly egress: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly hasCookies?: boolean;
}): Engine {
  const { pool, egress, clock, newId } = needs;

  const look = async (link: Link, cookies: boolean, signal: AbortSignal): Promise<Inspected> => {
    const { platform, address } = link;
    const request = { url: address, platform, ...(cookies && { cookies }) };
    const answer = await pool.inspect(request, signal);
    if (!answer.ok) throw readError(answer.error, answer.warnings, platform);
    if (cookies) refuseUnlessPublic(answer.info);
    return readInfo(answer.info, {
      link,
      now: clock.now(),
      egress,
      expectedExtractors: EXTRACTORS[platform],
      warnings: answer.warnings,
      newId,
    });
  };

  return {
    egress,
    async inspect(link, signal) {
      try {
        return await look(link, false, signal);
      } catch (error) {
        // The account behind the cookies is used only where a platform shows nothing without one.
        if (!needs.hasCookies || codeOf(error) !== 'login_required') throw error;
        return { ...(await look(link, true, signal)), withCookies: true };
      }
    },
  };
}
