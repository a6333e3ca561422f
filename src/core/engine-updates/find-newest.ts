// Which version is the newest.
import { compareEngineVersions } from '../../shared/engine.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import type { AdoptionNeeds } from './adopt-engine.ts';
import type { EngineMemoryStore } from './memory.ts';
import type { VersionBeyond } from './ports.ts';

type Needs = Pick<AdoptionNeeds, 'releases' | 'host' | 'warn'> & {
  readonly memory: EngineMemoryStore;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

/** The newest version that the index or this machine has. */
export async function findNewest(needs: Needs): Promise<{ newest: string; reached: boolean }> {
  const { releases, host, memory, clock, signal, warn } = needs;
  const known = [host.current(), ...(await releases.installed())].map(({ version }) => version);
  const newestOf = () => known.reduce((a, b) => (compareEngineVersions(a, b) >= 0 ? a : b));
  let reached = true;
  let beyond: VersionBeyond | null = null;
  try {
    const listed = await releases.newest(signal);
    known.push(listed);
    beyond = await releases.beyond(listed, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      warn('the index did not say what this Python is too old for', error);
      return null;
    });
  } catch (error) {
    signal.throwIfAborted();
    reached = false;
    // A machine without access to the index is no failure.
    if (codeOf(error) !== 'origin_unreachable') warn('the index gave no version', error);
  }
  const newest = newestOf();
  if (reached) {
    await memory.remember((now) => ({
      ...now,
      newest: { version: newest, at: clock.now() },
      beyond,
    }));
  }
  return { newest, reached };
}
