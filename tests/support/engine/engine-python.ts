// The Python and the yt-dlp that the product itself would use, for tests and tools that call them directly.
import path from 'node:path';
import { locateEngine } from '../../../src/compose/locate-engine.ts';
import { readConfig } from '../../../src/config.ts';

const { YTDLP_PATH, PYTHON_PATH, PATH } = process.env;
const location = locateEngine(
  readConfig({ ...(YTDLP_PATH && { YTDLP_PATH }), ...(PYTHON_PATH && { PYTHON_PATH }) }),
);

/** The interpreter. `YTDLP_PATH` and `PYTHON_PATH` name another, as they do for the product. */
export const enginePython = location.python;

/** The folder that holds `yt_dlp`, or null when it is the interpreter's own. */
export const enginePath = location.enginePath;

/** The environment in which that interpreter finds yt-dlp and nothing else of ours. */
export const engineEnvironment: Readonly<Record<string, string>> = {
  PATH: PATH ?? path.dirname(process.execPath),
  ...(enginePath ? { PYTHONPATH: enginePath } : {}),
};
