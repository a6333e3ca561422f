// Builds the page that shows one piece which is loaded later, with the pages' own settings and React's warnings left in.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { cutFonts } from '../scripts/web/cut-fonts.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The folder with the built page, as its index.html, and what removes it. The page takes `?piece=` and `&dir=`. */
export async function buildPiece(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-piece-'));
  await cutFonts(path.join(root, '.cache/fonts'));
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    mode: 'development',
    logLevel: 'silent',
    build: {
      outDir: folder,
      minify: false,
      rolldownOptions: { input: { client: path.join(root, 'tests/fixtures/piece/piece.tsx') } },
    },
  });
  const files = await readdir(path.join(folder, 'assets'));
  const named = (end: string) =>
    files.find((file) => file.startsWith('client') && file.endsWith(end));
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><title>Piece</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/assets/${named('.css')}">
<script type="module" src="/assets/${named('.js')}"></script>
</head><body><div id="root"></div></body></html>`,
  );
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
