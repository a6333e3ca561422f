// A Vite plugin: every `import()` of the pages is tried again as `src/web/browser/import-again.ts` has it. The build sends each
// through a function of its own, which this wraps.
import path from 'node:path';
import type { Plugin } from 'vite';

const OWN = '\0vite/preload-helper.js';
const EXPORT = 'export const __vitePreload =';
const AGAIN = path.resolve(import.meta.dirname, '../../src/web/browser/import-again.ts');

/** The plugin. Throws if Vite has changed what it wraps. */
export function importsAgain(): Plugin {
  let isWrapped = false;
  return {
    name: 'keepreel:imports-again',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform(code, id) {
      if (id !== OWN) return undefined;
      if (!code.includes(EXPORT)) throw new Error(`${OWN} of Vite has no "${EXPORT}"`);
      isWrapped = true;
      return {
        code: `import { importAgain } from ${JSON.stringify(AGAIN)};
${code.replace(EXPORT, 'const preloadAndImport =')};
export const __vitePreload = (...args) => importAgain(() => preloadAndImport(...args));`,
        map: null,
      };
    },
    generateBundle() {
      if (!isWrapped) throw new Error(`Vite no longer has ${OWN}`);
    },
  };
}
