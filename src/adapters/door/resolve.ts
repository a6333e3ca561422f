// Resolves names with a deadline, a short cache, and one lookup for concurrent callers.
import { lookup } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/async/clock.ts';
import { AppError } from '../../shared/errors.ts';

/** The addresses of a name as text, in the order to try them. Rejects when there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const DEADLINE_MS = 5_000;
const TTL_MS = 30_000;
const MAX_NAMES = 500;

/** The system's resolver, with its hosts file. */
export const resolveBySystem: Resolve = async (name) => {
  const answers = await lookup(name, { all: true, order: 'verbatim' });
  return answers.map(({ address }) => address);
};

/**
 * Adds a deadline and a short cache to a resolver. Throws AppError `origin_unreachable` for an unknown name, `timeout`
 * when the resolver does not answer. Failures are not cached.
 */
export function createResolver(options: {
  readonly resolve: Resolve;
  readonly clock: Clock;
}): Resolve {
  const { resolve, clock } = options;
  type Known = { readonly answer: Promise<readonly string[]>; readonly untilMs: number };
  const known = new LRUCache<string, Known>({ max: MAX_NAMES });

  return (name) => {
    const entry = known.get(name);
    if (entry && entry.untilMs > clock.monotonic()) return entry.answer;
    const answer = ask(name);
    const fresh = { answer, untilMs: clock.monotonic() + TTL_MS };
    known.set(name, fresh);
    // The caller sees the failure; here it is only forgotten.
    answer.catch(() => known.peek(name) === fresh && known.delete(name));
    return answer;
  };

  function ask(name: string): Promise<readonly string[]> {
    return new Promise((settle, reject) => {
      const callOff = clock.after(DEADLINE_MS, () =>
        reject(new AppError('timeout', { detail: 'the name server does not answer' })),
      );
      resolve(name).then(
        (addresses) => {
          callOff();
          settle(addresses);
        },
        (cause: unknown) => {
          callOff();
          reject(new AppError('origin_unreachable', { cause, detail: 'the name is not known' }));
        },
      );
    });
  }
}
