// Where yt-dlp is: what set-up installed, or what the operator named.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Config, ConfigError } from './config.ts';

const installed = z.object({
  version: z.string(),
  source: z.string(),
  python: z.string(),
  pythonPath: z.array(z.string()),
});

/** An engine: the interpreter, and the folder that holds `yt_dlp` when it is not the interpreter's own. Absolute paths. */
export type EngineLocation = {
  readonly python: string;
  readonly enginePath: string | null;
  readonly source: string;
};

/** Finds the engine. Throws {@link ConfigError} with the remedy when there is none. */
export function locateEngine(config: Config): EngineLocation {
  const python = config.PYTHON_PATH ?? '/usr/bin/python3';
  if (config.YTDLP_PATH) {
    const enginePath = path.resolve(config.root, config.YTDLP_PATH);
    if (!existsSync(path.join(enginePath, 'yt_dlp'))) {
      throw new ConfigError(`YTDLP_PATH: there is no yt_dlp package in ${enginePath}.`);
    }
    return { python, enginePath, source: 'YTDLP_PATH' };
  }
  const home = path.join(config.root, '.engine/current');
  const file = path.join(home, 'engine.json');
  if (!existsSync(file))
    throw new ConfigError('yt-dlp is not installed. Run: npm run engine:update');
  const engine = installed.parse(JSON.parse(readFileSync(file, 'utf8')));
  const [library] = engine.pythonPath;
  return {
    python: path.resolve(home, engine.python),
    enginePath: library ? path.resolve(home, library) : null,
    source: engine.source,
  };
}
