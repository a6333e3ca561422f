// Which build is newer than the one in use: a version, or newer libraries for the same version.
import { compareEngineVersions } from '../../shared/engine.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import type { AdoptionNeeds } from './adopt-engine.ts';
import { type EngineBuild, type EngineMemoryStore, isSameBuild } from './memory.ts';
import type { Libraries, VersionBeyond } from './ports.ts';

type Needs = Pick<AdoptionNeeds, 'releases' | 'host' | 'warn'> & {
  readonly memory: EngineMemoryStore;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

/** What there is to adopt, whether operators know of it, and whether the index could be reached. */
export async function findNews(
  needs: Needs,
): Promise<{ build: EngineBuild | null; isTold: boolean; reached: boolean }> {
  const { memory, host } = needs;
  const before = memory.now().renewal;
  const { newest, reached } = await findNewest(needs);
  const { pinned, told, renewal } = memory.now();
  const current = host.current().version;
  const version = pinned ?? newest;
  const isOther = pinned ? pinned !== current : compareEngineVersions(version, current) > 0;
  if (isOther) return { build: { version, libraries: {} }, isTold: told === version, reached };
  if (!reached || !renewal) return { build: null, isTold: true, reached };
  const build = { version: current, libraries: renewal.libraries };
  const isTold = isSameBuild(build, { version: current, libraries: before?.libraries ?? {} });
  return { build, isTold, reached };
}

/** The newest version that the index or this machine has. */
async function findNewest(needs: Needs): Promise<{ newest: string; reached: boolean }> {
  const { releases, host, memory, clock, signal, warn } = needs;
  const known = [host.current(), ...(await releases.installed())].map(({ version }) => version);
  const newestOf = () => known.reduce((a, b) => (compareEngineVersions(a, b) >= 0 ? a : b));
  let reached = true;
  let beyond: VersionBeyond | null = null;
  let libraries: Libraries = {};
  try {
    const listed = await releases.newest(signal);
    known.push(listed);
    beyond = await releases.beyond(listed, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      warn('the index did not say what this Python is too old for', error);
      return null;
    });
    libraries = await releases.renewals(host.current(), signal).catch((error: unknown) => {
      signal.throwIfAborted();
      warn('the index did not say which libraries are newer', error);
      return {};
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
      renewal: Object.keys(libraries).length > 0 ? { id: host.current().id, libraries } : null,
    }));
  }
  return { newest, reached };
}
