// Asks for the addresses of a name, within a deadline and once for all who ask at the same moment; used by dial.ts.
import { lookup } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/async/clock.ts';
import { AppError } from '../../shared/errors.ts';

/** The addresses of a name as text, in the order in which they should be tried. Rejects when there is none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const DEADLINE_MS = 5_000;
const TTL_MS = 30_000;
const MAX_NAMES = 500;

/** The resolver of this machine, with its hosts file. */
export const resolveBySystem: Resolve = async (name) => {
  const answers = await lookup(name, { all: true, order: 'verbatim' });
  return answers.map(({ address }) => address);
};

/**
 * Puts a deadline and a short memory before a resolver. Throws AppError: `origin_unreachable` when the name is not known,
 * `timeout` when the resolver does not answer. Failures are not remembered.
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
