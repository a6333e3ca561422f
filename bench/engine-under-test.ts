// The engine as the server uses it (door, warm workers, reading of answers), without HTTP and without the cache of answers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../src/adapters/clock/system.ts';
import { createDoor } from '../src/adapters/door/index.ts';
import { probeCages } from '../src/adapters/process/probe-cages.ts';
import { createEngine } from '../src/adapters/ytdlp/engine.ts';
import { findJsRuntime } from '../src/adapters/ytdlp/engine-settings.ts';
import { createWorkerPool } from '../src/adapters/ytdlp/pool.ts';
import { extraCertificates } from '../src/certificates.ts';
import { readConfig } from '../src/config.ts';
import type { Engine } from '../src/core/ports.ts';
import { locateEngine } from '../src/locate-engine.ts';

const BUDGET = { maxBytes: 64 * 1024 ** 2, maxSockets: 64, idleMs: 30_000, totalMs: 60_000 };

/** The engine, where it came from, and how it is ended. */
export type EngineUnderTest = {
  readonly engine: Engine;
  readonly python: string;
  readonly close: () => Promise<void>;
};

/** Starts the engine with `size` workers behind the lab. */
export async function startEngine(
  lab: { proxyUrl: string; caFile: string },
  dataDir: string,
  size: number,
): Promise<EngineUnderTest> {
  const config = readConfig({
    UPSTREAM_PROXY: lab.proxyUrl,
    EXTRA_CA_FILE: lab.caFile,
    DATA_DIR: dataDir,
  });
  const clock = systemClock;
  const location = locateEngine(config);
  const door = await createDoor({
    clock,
    upstreamProxy: lab.proxyUrl,
    extraCa: readFileSync(lab.caFile, 'utf8'),
    hosts: { mode: 'observe', isListed: () => true },
  });
  const pool = createWorkerPool({
    ...location,
    pluginDirs: [path.join(config.root, 'engine')],
    scriptFolder: path.join(config.root, 'engine'),
    jsRuntime: findJsRuntime(path.join(config.root, 'node_modules')),
    caFile: extraCertificates(config)?.bundleFile ?? null,
    cage: await probeCages(),
    clock,
    size,
    lanes: () => {
      const lane = door.lane();
      return {
        proxyUrl: lane.proxyUrl,
        begin: (platform) => lane.begin(platform, BUDGET),
        end: () => lane.end(),
        close: lane.close,
      };
    },
  });
  let ids = 0;
  return {
    engine: createEngine({ pool, egress: door.egress, clock, newId: () => String(ids++) }),
    python: location.python,
    async close() {
      await pool.close();
      await door.close();
    },
  };
}
