// Finds yt-dlp: the one that set-up installed, or the one that the settings name.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { readEngineFolder } from '../adapters/engine-releases/engine-folders.ts';
import type { EngineLocation } from '../adapters/ytdlp/engine-location.ts';
import { type Config, ConfigError } from '../config.ts';

/** The folder in which set-up and updates install engines. */
export function enginesFolder(config: Config): string {
  return path.join(config.root, '.engine');
}

/** Finds the engine. Throws {@link ConfigError} with the remedy when there is none. */
export function locateEngine(config: Config): EngineLocation {
  const python = config.PYTHON_PATH ?? '/usr/bin/python3';
  if (config.YTDLP_PATH) {
    const enginePath = path.resolve(config.root, config.YTDLP_PATH);
    if (!existsSync(path.join(enginePath, 'yt_dlp'))) {
      throw new ConfigError(`YTDLP_PATH: there is no yt_dlp package in ${enginePath}.`);
    }
    return { id: 'own', version: 'unknown', python, enginePath, source: 'YTDLP_PATH' };
  }
  const current = path.join(enginesFolder(config), 'current');
  if (!existsSync(path.join(current, 'engine.json')))
    throw new ConfigError('yt-dlp is not installed. Run: npm run engine:update');
  // Resolve the link `current`, so that a restarted engine stays the same version.
  return engineIn(realpathSync(current));
}

/** The engine in a folder below .engine/. */
export function engineIn(folder: string): EngineLocation {
  return readEngineFolder(folder, readFileSync(path.join(folder, 'engine.json'), 'utf8'));
}
