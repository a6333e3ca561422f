// Encodes media for tests with ffmpeg, each once on a machine: what is made is kept in the lab's cache.
import { createHash } from 'node:crypto';
import { constants, copyFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMediaCache, MEDIA_CACHE } from '../../../lab/media/media-cache.ts';
import { runTool } from '../../../lab/media/run-tool.ts';

const QUIET = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];

/** Runs ffmpeg with these words and writes `file`, whose ending names the container. Throws with ffmpeg's error lines. */
export type Encode = (file: string, words: readonly string[]) => Promise<void>;

/**
 * An encoder. A word that names a file beside the new one stands for the bytes of that file; words that name any other
 * file are always carried out.
 */
export function createEncoder(): Encode {
  const cache = createMediaCache(MEDIA_CACHE, async () =>
    String(await runTool('ffmpeg', ['-hide_banner', '-version'])),
  );
  return async (file, words) => {
    const run = (to: string) => runTool('ffmpeg', [...QUIET, ...words, to]);
    const meant = await Promise.all(words.map((word) => meaningOf(word, path.dirname(file))));
    if (meant.some((word) => path.isAbsolute(word) || word.includes(tmpdir()))) {
      await run(file);
      return;
    }
    const kept = await cache.keep(
      { words: meant },
      path.extname(file),
      async (to) => void (await run(to)),
    );
    await copyFile(kept, file, constants.COPYFILE_FICLONE);
  };
}

async function meaningOf(word: string, folder: string): Promise<string> {
  if (path.dirname(word) !== folder) return word;
  const hash = createHash('sha256').update(await readFile(word));
  return `sha256 ${hash.digest('hex')}`;
}
