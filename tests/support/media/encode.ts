// Encodes media for tests with ffmpeg. What is made of words alone is kept in the lab's cache, and encoded once on a machine.
import { constants, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMediaCache } from '../../../lab/media/media-cache.ts';
import { runTool } from '../../../lab/media/run-tool.ts';

const QUIET = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];
const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Runs ffmpeg with these words and writes `file`, whose ending names the container. Throws with ffmpeg's error lines. */
export type Encode = (file: string, words: readonly string[]) => Promise<void>;

/** An encoder; words that name a file are always carried out, since that file may be another one the next time. */
export function createEncoder(): Encode {
  const cache = createMediaCache(path.join(ROOT, '.cache/lab'), async () =>
    String(await runTool('ffmpeg', ['-hide_banner', '-version'])),
  );
  return async (file, words) => {
    const run = (to: string) => runTool('ffmpeg', [...QUIET, ...words, to]);
    if (words.some((word) => path.isAbsolute(word) || word.includes(tmpdir()))) {
      await run(file);
      return;
    }
    const kept = await cache.keep(
      { words },
      path.extname(file),
      async (to) => void (await run(to)),
    );
    await copyFile(kept, file, constants.COPYFILE_FICLONE);
  };
}
