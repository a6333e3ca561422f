// Inspects links that are about to be blocked, for the other ids of their media and their uploaders. For operators only.
import { AppError } from '../../shared/errors.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Origin } from '../blocks/origin.ts';
import type { Engine } from './ports.ts';

/** How long an operator waits for origins that are optional. */
const OPTIONAL_TIMEOUT_MS = 10_000;
/** Leaves workers of the engine to visitors. */
const MAX_CONCURRENT = 4;

/**
 * The origins of links. With `needed`, a link that cannot be inspected throws the reason; with `useful`, it is left out, and
 * so are links that take more than ten seconds.
 */
export type InspectOrigins = (
  links: readonly Link[],
  how: 'needed' | 'useful',
  signal: AbortSignal,
) => Promise<readonly { readonly link: Link; readonly origin: Origin }[]>;

/** Creates it. Ignores the block list: a blocked link may be blocked for one more reason. */
export function createInspectOrigins(needs: {
  readonly engine: Pick<Engine, 'inspect'>;
  readonly clock: Clock;
}): InspectOrigins {
  return async (links, how, signal) => {
    signal.throwIfAborted();
    const controller = new AbortController();
    const stop = () => controller.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    const cancelTimeout =
      how === 'needed'
        ? () => undefined
        : needs.clock.after(OPTIONAL_TIMEOUT_MS, () => controller.abort(new AppError('timeout')));
    const inspected: { link: Link; origin: Origin }[] = [];
    const waiting = [...links];
    const inspectNext = async () => {
      for (let link = waiting.shift(); link; link = waiting.shift()) {
        try {
          const { origin } = await needs.engine.inspect({ ...link, hints: {} }, controller.signal);
          inspected.push({ link, origin });
        } catch (error) {
          // Optional: links that are gone or not public have no other ids that matter.
          if (how === 'needed' || signal.aborted) throw error;
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: MAX_CONCURRENT }, inspectNext));
    } finally {
      waiting.length = 0;
      cancelTimeout();
      signal.removeEventListener('abort', stop);
      controller.abort(new AppError('cancelled'));
    }
    return inspected;
  };
}
