// Builds a page around one module of the tests, with the pages' own settings and React's warnings left in.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { cutFonts } from '../../../scripts/web/cut-fonts.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** What to build: a module below tests/fixtures, and whether it is preceded by the script that runs before the first paint. */
export type PieceToBuild = {
  readonly entry: string;
  readonly title: string;
  readonly withBeforePaint?: boolean;
};

/** The folder with the built page, as its index.html, and what removes it. */
export async function buildPiece({
  entry,
  title,
  withBeforePaint = false,
}: PieceToBuild): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-piece-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
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
            client: path.join(root, 'tests/fixtures', entry),
            ...(withBeforePaint && {
              'before-paint': path.join(root, 'src/web/app/before-paint.ts'),
            }),
          },
        },
      },
    });
    const files = await readdir(path.join(folder, 'assets'));
    const named = (start: string, end: string) =>
      files.find((file) => file.startsWith(start) && file.endsWith(end));
    const early = withBeforePaint
      ? `<script src="/assets/${named('before-paint-', '.js')}"></script>`
      : '';
    await writeFile(
      path.join(folder, 'index.html'),
      `<!doctype html><html lang="en"><head><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon.svg">
${early}<link rel="stylesheet" href="/assets/${named('main', '.css')}">
<script type="module" src="/assets/${named('client', '.js')}"></script>
</head><body><div id="root"></div></body></html>`,
    );
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}
