// Looks at links that are about to be blocked, for the other ids of their media and for their uploaders; used for operators alone.
import { AppError } from '../../shared/errors.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Origin } from '../blocks/origin.ts';
import type { Engine } from './ports.ts';

/** How long an operator waits for what is useful only. */
const PATIENCE_MS = 10_000;
/** Visitors want the engine, too. */
const AT_ONCE = 4;

/**
 * The origins of links. Where they are `needed`, a link that cannot be looked at throws the reason; where they are
 * `useful`, it is left out, and so is what takes more than ten seconds.
 */
export type LookAtOrigins = (
  links: readonly Link[],
  how: 'needed' | 'useful',
  signal: AbortSignal,
) => Promise<readonly { readonly link: Link; readonly origin: Origin }[]>;

/** Makes the look. The block list is not asked: what is on it may be blocked for one more reason. */
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
          // Useful only: what is gone or cannot be seen has no other ids that matter.
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
