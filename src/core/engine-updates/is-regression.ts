// Whether an engine that fails is to blame for it, or the platform, or whoever fails links on purpose.
import { codeOf, type ErrorCode } from '../../shared/errors.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Engine } from '../inspecting/ports.ts';
import { isTelling } from './watch.ts';

/** Asks both engines for the same links at the same time: true when the one before can do one that this one cannot. Throws the signal's reason. */
export async function hasLost(
  engine: Engine,
  before: Engine,
  links: readonly Link[],
  signal: AbortSignal,
): Promise<boolean> {
  const codeWith = (asked: Engine, link: Link): Promise<ErrorCode | 'ok'> =>
    asked.inspect(link, signal).then(() => 'ok' as const, codeOf);
  const pairs = await Promise.all(
    links.map((link) => Promise.all([codeWith(engine, link), codeWith(before, link)])),
  );
  signal.throwIfAborted();
  return pairs.some(([now, then]) => now !== 'ok' && isTelling(now) && then === 'ok');
}
