// Whether failures are the engine's, and not the platform's or those of links that are meant to fail.
import { codeOf, type ErrorCode } from '../../shared/errors.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Engine } from '../inspecting/ports.ts';
import { isConclusive } from './outcome-comparison.ts';

/** Inspects the links with both; true if the previous one alone succeeds with one of them. Throws the signal's reason. */
export async function isRegression(
  engine: Engine,
  previous: Engine,
  links: readonly Link[],
  signal: AbortSignal,
): Promise<boolean> {
  const codeWith = (used: Engine, link: Link): Promise<ErrorCode | 'ok'> =>
    used.inspect(link, signal).then(() => 'ok' as const, codeOf);
  const pairs = await Promise.all(
    links.map((link) => Promise.all([codeWith(engine, link), codeWith(previous, link)])),
  );
  signal.throwIfAborted();
  return pairs.some(([now, then]) => now !== 'ok' && isConclusive(now) && then === 'ok');
}
