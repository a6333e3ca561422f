// The engine as the server uses it (egress proxy, warm workers, parsing of answers), without HTTP and without the cache of answers.

import { labSettings } from '../lab/settings.ts';
import { systemClock } from '../src/adapters/clock/system.ts';
import { probeSandboxes } from '../src/adapters/process/probe-sandboxes.ts';
import { composeEngine, type EngineModule } from '../src/compose/engine.ts';
import { readConfig } from '../src/config.ts';

/** The engine, and how it is ended. */
export type EngineUnderTest = Pick<EngineModule, 'engine' | 'close'>;

/** Starts the engine with `size` workers behind the lab. */
export async function startEngine(
  lab: { readonly proxyUrl: string; readonly caFile: string },
  dataDir: string,
  size: number,
): Promise<EngineUnderTest> {
  const config = readConfig({
    ...labSettings(lab),
    DATA_DIR: dataDir,
    MAX_INSPECTIONS: String(size),
  });
  const room = await composeEngine(config, await probeSandboxes(), systemClock);
  return { engine: room.engine, close: room.close };
}
