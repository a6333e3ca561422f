// How the pages are built: for the browser, and (with --ssr) once more for drawing them at build time.
import path from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { importsAgain } from './scripts/web/import-again-plugin.ts';
import { isDownload, isPiece, isReact, isStart } from './scripts/web/pieces-chunk.ts';
import { plainName } from './scripts/web/plain-name.ts';
import { languageOfWords, words } from './scripts/web/words-plugin.ts';

const root = import.meta.dirname;
/** Every page names many of these files: one character less of each hash saves 200 bytes. Both builds name them alike. */
const assetName = ({ names: [name = ''] }: { readonly names: readonly string[] }) =>
  `assets/${plainName(path.parse(name).name)}-[hash:7][extname]`;

export default defineConfig(({ isSsrBuild, mode }) => ({
  root: path.join(root, 'src/web'),
  publicDir: false,
  plugins: [
    react(),
    tailwind(),
    words(path.join(root, 'content/locales'), mode === 'development'),
    importsAgain(),
  ],
  resolve: { alias: { '@fonts': path.join(root, '.cache/fonts') } },
  build: {
    outDir: path.join(root, isSsrBuild ? '.cache/web/prerender' : '.cache/web/client'),
    emptyOutDir: true,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What cuts films in the browser is large, and loaded only once a film was chosen.
    chunkSizeWarningLimit: 800,
    ...(isSsrBuild
      ? {
          ssr: true,
          rolldownOptions: {
            input: { prerender: 'render/prerender.tsx' },
            output: { assetFileNames: assetName },
          },
        }
      : {
          rolldownOptions: {
            input: { start: 'app/start.ts', 'before-paint': 'app/before-paint.ts' },
            output: {
              codeSplitting: {
                groups: [
                  { name: 'react', test: isReact },
                  { name: 'first', test: isStart },
                  { name: 'pieces', test: isPiece },
                  { name: 'download', test: isDownload },
                ],
              },
              entryFileNames: 'assets/[name]-[hash:7].js',
              chunkFileNames: ({ facadeModuleId, name }) =>
                `assets/${languageOfWords(facadeModuleId) ?? plainName(name)}-[hash:7].js`,
              assetFileNames: assetName,
            },
          },
        }),
  },
}));
