// Builds the pages: fonts, scripts and styles, the prerendered HTML, compressed versions of what never changes, and the browser
// extension that the server offers.
// Usage: node scripts/build-pages.ts [--development] [--base-path /path] [folder]. The folder is dist/web unless named;
// --development keeps React's warnings in and adds the language that shows keys, for tests; --base-path is where they are served.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Manifest } from 'vite';
import type { DrawPages } from '../src/web/render/prerenderer.ts';
import { buildExtension } from './extension/build.ts';
import { compressFiles } from './web/compress.ts';
import { cutFonts } from './web/cut-fonts.ts';
import { keepOldAssets } from './web/keep-old-assets.ts';
import { readLanguages } from './web/languages.ts';
import { pageAssets } from './web/page-assets.ts';
import { putInPlace } from './web/put-in-place.ts';
import { readContent } from './web/read-content.ts';
import { writeSearch } from './web/search-documents.ts';
import { writePages } from './web/write-pages.ts';

const { values, positionals } = parseArgs({
  options: {
    development: { type: 'boolean', default: false },
    'base-path': { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const root = path.resolve(import.meta.dirname, '..');
const cache = path.join(root, '.cache');
const locales = path.join(root, 'content/locales');
const target = path.resolve(positionals[0] ?? path.join(root, 'dist/web'));
const mode = values.development ? 'development' : 'production';
process.env['NODE_ENV'] = mode;
const basePath = values['base-path'];
const settings = {
  configFile: path.join(root, 'vite.config.ts'),
  logLevel: 'warn',
  mode,
  base: `${basePath}/`,
  define: { BUILT_BASE_PATH: JSON.stringify(basePath) },
} as const;

await cutFonts(path.join(cache, 'fonts'));
// A folder of its own for each run, inside the project so that what is drawn here finds its packages.
await mkdir(cache, { recursive: true });
const workshop = await mkdtemp(path.join(cache, 'web-'));
try {
  const made = path.join(workshop, 'client');
  const drawingFolder = path.join(workshop, 'prerender');
  await build({ ...settings, build: { outDir: made } });
  await build({ ...settings, build: { outDir: drawingFolder, ssr: true } });
  await drawInto(made, drawingFolder);
  await compressFiles(path.join(made, 'assets'));
  // The unpacked one that people and tests load is that of the server's own build.
  const unpacked = values.development ? path.join(workshop, 'extension') : 'dist/extension';
  await buildExtension(path.resolve(root, unpacked), path.join(made, 'extension'));
  await keepOldAssets(target, made);
  await putInPlace(made, target, path.join(workshop, 'old'));
} finally {
  await rm(workshop, { recursive: true, force: true });
}

/** Draws every page into the folder of the built files. */
async function drawInto(made: string, drawingFolder: string): Promise<void> {
  const manifestText = await readFile(path.join(made, '.vite/manifest.json'), 'utf8');
  const manifest: Manifest = JSON.parse(manifestText);
  const languages = readLanguages(locales, values.development);
  const prerenderer: { readonly drawPages: DrawPages } = await import(
    path.join(drawingFolder, 'prerender.js')
  );
  const content = readContent(locales, languages, basePath);
  const pages = await prerenderer.drawPages({
    assets: pageAssets(manifest, basePath),
    content,
    build: createHash('sha256').update(manifestText).digest('base64url').slice(0, 12),
  });
  await writePages(made, pages, languages, basePath);
  await writeSearch(path.join(made, 'search'), languages, content);
}
