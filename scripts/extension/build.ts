// Builds the extension: scripts and styles, words, icons, manifests, ZIPs. Used by the build of the pages.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import tailwind from '@tailwindcss/vite';
import { build } from 'vite';
import { manifestFor } from '../../extension/src/manifest.ts';
import { EXTENSION_BROWSERS } from '../../src/shared/extension.ts';
import { putInPlace } from '../web/put-in-place.ts';
import { writeWords } from './words.ts';
import { zipFolder } from './zip-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCE = path.join(ROOT, 'extension/src');

/** The pages and scripts; a content script is no module. */
const MODULES = {
  background: 'background/background.ts',
  popup: 'popup/popup.ts',
  options: 'options/options.ts',
} as const;
const CONTENT = 'content/content.ts';
const PAGES = ['popup/popup.html', 'options/options.html'] as const;

/** Builds `chromium` and `firefox` into a folder, and `keepreel-….zip` into another. */
export async function buildExtension(folder: string, zips: string): Promise<void> {
  await mkdir(path.join(ROOT, '.cache'), { recursive: true });
  const workshop = await mkdtemp(path.join(ROOT, '.cache/extension-'));
  try {
    const common = path.join(workshop, 'common');
    await buildCommon(common);
    const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
    await mkdir(zips, { recursive: true });
    for (const browser of EXTENSION_BROWSERS) {
      const made = path.join(workshop, browser);
      await cp(common, made, { recursive: true });
      const manifest = JSON.stringify(manifestFor(browser, version), null, 2);
      await writeFile(path.join(made, 'manifest.json'), `${manifest}\n`);
      await writeFile(path.join(zips, `keepreel-${browser}.zip`), await zipFolder(made));
      await putInPlace(made, path.join(folder, browser), path.join(workshop, `old-${browser}`));
    }
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** What both browsers get. */
async function buildCommon(target: string): Promise<void> {
  await bundle(target, 'es', { ...MODULES, extension: 'page/extension.css' });
  await bundle(target, 'iife', { content: CONTENT });
  for (const page of PAGES)
    await cp(path.join(SOURCE, page), path.join(target, path.basename(page)));
  await writeWords(path.join(ROOT, 'content/locales'), target);
  await cp(path.join(ROOT, 'extension/icons'), path.join(target, 'icons'), {
    recursive: true,
  });
  await cp(path.join(ROOT, 'public/icon.svg'), path.join(target, 'icons/mark.svg'));
}

async function bundle(
  outDir: string,
  format: 'es' | 'iife',
  entries: Readonly<Record<string, string>>,
): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, file]) => [name, path.join(SOURCE, file)]),
  );
  await build({
    configFile: false,
    root: SOURCE,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [tailwind()],
    build: {
      outDir,
      emptyOutDir: false,
      target: ['chrome127', 'firefox142'],
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        output: {
          format,
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
          assetFileNames: '[name][extname]',
        },
      },
    },
  });
}
