// What the doctor finds about newer versions of yt-dlp: one that this machine's Python is too old for.
import { homedir } from 'node:os';
import { systemClock } from '../adapters/clock/system.ts';
import { createEngineReleases } from '../adapters/engine-releases/releases.ts';
import type { Sandbox } from '../adapters/process/sandbox.ts';
import { enginesFolder, locateEngine } from '../compose/locate-engine.ts';
import type { Config } from '../config.ts';
import { AppError } from '../shared/errors.ts';
import type { Finding } from './doctor-shared.ts';

/** Asks the index, unless updates are off or impossible here. An index that cannot be reached is no fault of the machine. */
export async function newestFindings(config: Config, sandbox: Sandbox): Promise<Finding[]> {
  const { python, source } = locateEngine(config);
  const releases = createEngineReleases({
    sandbox,
    clock: systemClock,
    source,
    base: enginesFolder(config),
    python,
    environment: config.packageEnvironment,
    home: homedir(),
  });
  if (config.ENGINE_UPDATES === 'off' || releases.obstacle) return [];
  const { signal } = new AbortController();
  try {
    const beyond = await releases.beyond(await releases.newest(signal), signal);
    if (!beyond) return [];
    const { version, needs, has } = beyond;
    const message = `${version} needs Python ${needs}; this machine has ${has}`;
    return [{ state: 'degraded', name: 'newest yt-dlp', message }];
  } catch (error) {
    if (error instanceof AppError && error.code === 'origin_unreachable') return [];
    throw error;
  }
}
