// Builds the gallery of the ui pieces with the pages' own settings, with React's warnings left in.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { cutFonts } from '../scripts/web/cut-fonts.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The folder with the built gallery, as its index.html, and what removes it. */
export async function buildGallery(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-gallery-'));
  await cutFonts(path.join(root, '.cache/fonts'));
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    mode: 'development',
    logLevel: 'silent',
    build: {
      outDir: folder,
      minify: false,
      rolldownOptions: {
        input: {
          client: path.join(root, 'tests/fixtures/ui-gallery/gallery.tsx'),
          'before-paint': path.join(root, 'src/web/before-paint.ts'),
        },
      },
    },
  });
  const files = await readdir(path.join(folder, 'assets'));
  const named = (start: string, end: string) =>
    files.find((file) => file.startsWith(start) && file.endsWith(end));
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><title>Gallery</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon.svg">
<script src="/assets/${named('before-paint-', '.js')}"></script>
<link rel="stylesheet" href="/assets/${named('client', '.css')}">
<script type="module" src="/assets/${named('client', '.js')}"></script>
</head><body><div id="root"></div></body></html>`,
  );
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
