// Builds the pages from a copy of their sources in which something was changed, as the next release would.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A copy of the sources. */
export type Sources = {
  /** Replaces a text in a file, which must be there. */
  readonly change: (file: string, before: string, after: string) => Promise<void>;
  /** Builds into a folder, over what is there, as `npm start` does. */
  readonly build: (webDir: string) => Promise<void>;
  readonly remove: () => Promise<void>;
};

const root = path.resolve(import.meta.dirname, '../../..');
const SOURCES = 'src content extension scripts public vite.config.ts package.json'.split(' ');

/** Copies what English pages are made from; one language is built quickly. Packages, fonts and pictures that are made once are shared. */
export async function copySources(): Promise<Sources> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-sources-'));
  const isEnglish = (file: string) => !/\/locales\/(?!en(\/|$))/.test(file);
  for (const one of SOURCES)
    await cp(path.join(root, one), path.join(folder, one), { recursive: true, filter: isEnglish });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const cache of ['.cache/fonts', '.cache/share']) {
    await mkdir(path.join(root, cache), { recursive: true });
    await mkdir(path.join(folder, '.cache'), { recursive: true });
    await symlink(path.join(root, cache), path.join(folder, cache));
  }
  const change: Sources['change'] = async (file, before, after) => {
    const place = path.join(folder, file);
    const text = await readFile(place, 'utf8');
    if (!text.includes(before)) throw new Error(`${file} does not say "${before}"`);
    await writeFile(place, text.replaceAll(before, after));
  };
  // How small files become is no claim of these tests, and most of the time of a build.
  await change('scripts/web/compress.ts', 'BROTLI_PARAM_QUALITY]: 11', 'BROTLI_PARAM_QUALITY]: 1');
  return {
    change,
    async build(webDir) {
      const script = path.join(folder, 'scripts/build-pages.ts');
      await promisify(execFile)(process.execPath, [script, webDir]);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
