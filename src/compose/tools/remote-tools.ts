// The tools of a server that has neither yt-dlp nor ffmpeg nor the internet: it asks the servers that have them.
import {
  createRemoteEngine,
  createRemoteFetching,
  createRemoteMedia,
} from '../../adapters/remote/remote-tools.ts';
import type { PoolState } from '../../adapters/ytdlp/workers/pool.ts';
import type { Config } from '../../config.ts';
import type { Ask } from '../../core/async/asks.ts';
import type { Clock } from '../../core/async/clock.ts';
import type { HandedFiles } from '../../core/files/handed-files.ts';
import { inspectionTurns } from './inspection-turns.ts';
import type { Tools } from './tools.ts';

/** Creates them. */
export function composeRemoteTools(needs: {
  readonly config: Config;
  readonly clock: Clock;
  readonly ask: Ask;
  readonly handed: HandedFiles;
}): Tools {
  const { config, clock, ask, handed } = needs;
  const engine = createRemoteEngine(ask);
  const turns = inspectionTurns(
    config.MAX_INSPECTIONS,
    config.INSPECT_TIMEOUT_SECONDS * 1000,
    clock,
  );
  return {
    engine,
    lists: engine,
    searches: engine,
    turns,
    ...createRemoteFetching(ask),
    ...createRemoteMedia(ask, handed),
    pool: { state: () => ({ ...NO_POOL, queued: turns.waiting() }) },
    local: null,
    close: async () => undefined,
  };
}

const NO_POOL: PoolState = {
  description: undefined,
  nested: false,
  failure: undefined,
  workers: 0,
  busy: 0,
  idle: 0,
  queued: 0,
  restarts: 0,
  treeId: undefined,
};
