// Builds the pages: fonts, scripts and styles, the prerendered HTML, and compressed versions of it all.
// Usage: node scripts/build-pages.ts [--development] [folder]. The folder is dist/web unless named; --development keeps
// React's warnings in, for tests.
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Manifest } from 'vite';
import type { DrawPages } from '../src/web/prerenderer.ts';
import { compressFiles } from './web/compress.ts';
import { cutFonts } from './web/cut-fonts.ts';
import { pageAssets } from './web/page-assets.ts';

const { values, positionals } = parseArgs({
  options: { development: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const root = path.resolve(import.meta.dirname, '..');
const target = path.resolve(positionals[0] ?? path.join(root, 'dist/web'));
const mode = values.development ? 'development' : 'production';
process.env['NODE_ENV'] = mode;
const settings = { configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn', mode } as const;

await cutFonts(path.join(root, '.cache/fonts'));
// A folder of its own for each run, inside the project so that what is drawn here finds its packages.
await mkdir(path.join(root, '.cache'), { recursive: true });
const workshop = await mkdtemp(path.join(root, '.cache/web-'));
try {
  const made = path.join(workshop, 'client');
  const drawingFolder = path.join(workshop, 'prerender');
  await build({ ...settings, build: { outDir: made } });
  await build({ ...settings, build: { outDir: drawingFolder, ssr: true } });
  await writePages(made, drawingFolder);
  await compressFiles(made);
  await putInPlace(made);
} finally {
  await rm(workshop, { recursive: true, force: true });
}

/** Draws every page into the folder of the built files. */
async function writePages(made: string, drawingFolder: string): Promise<void> {
  const manifestFile = path.join(made, '.vite/manifest.json');
  const manifest: Manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  const prerenderer: { readonly drawPages: DrawPages } = await import(
    path.join(drawingFolder, 'prerender.js')
  );
  const pages = await prerenderer.drawPages(pageAssets(manifest), new Date().getFullYear());
  for (const { file, html } of pages) {
    await mkdir(path.dirname(path.join(made, file)), { recursive: true });
    await writeFile(path.join(made, file), html);
  }
}

/** Two renames, so that a running server never serves half of a build. */
async function putInPlace(made: string): Promise<void> {
  const old = path.join(workshop, 'old');
  await mkdir(path.dirname(target), { recursive: true });
  await rename(target, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(made, target);
}
