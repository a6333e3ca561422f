// Inspects links that operators are about to block, for the other ids of their media and for their uploaders.
import { AppError } from '../../shared/errors.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Origin } from '../blocks/origin.ts';
import type { Engine } from './ports.ts';

/** The longest wait for optional results. */
const PATIENCE_MS = 10_000;
/** Leaves workers to visitors. */
const AT_ONCE = 4;

/**
 * Resolves with the origins of links. If they are `needed`, a link that cannot be inspected throws; if they are `useful`, it is
 * left out, as is one that takes more than ten seconds.
 */
export type LookAtOrigins = (
  links: readonly Link[],
  how: 'needed' | 'useful',
  signal: AbortSignal,
) => Promise<readonly { readonly link: Link; readonly origin: Origin }[]>;

/** Creates the function. It ignores the block list: what is on it may be blocked for another reason as well. */
export function createLookAtOrigins(needs: {
  readonly engine: Pick<Engine, 'inspect'>;
  readonly clock: Clock;
}): LookAtOrigins {
  return async (links, how, signal) => {
    signal.throwIfAborted();
    const controller = new AbortController();
    const stop = () => controller.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    const callOff =
      how === 'needed'
        ? () => undefined
        : needs.clock.after(PATIENCE_MS, () => controller.abort(new AppError('timeout')));
    const looked: { link: Link; origin: Origin }[] = [];
    const waiting = [...links];
    const lookOn = async () => {
      for (let link = waiting.shift(); link; link = waiting.shift()) {
        try {
          const { origin } = await needs.engine.inspect({ ...link, hints: {} }, controller.signal);
          looked.push({ link, origin });
        } catch (error) {
          // Optional: a deleted or private item has no other ids that matter.
          if (how === 'needed' || signal.aborted) throw error;
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, lookOn));
    } finally {
      waiting.length = 0;
      callOff();
      signal.removeEventListener('abort', stop);
      controller.abort(new AppError('cancelled'));
    }
    return looked;
  };
}
