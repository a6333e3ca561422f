// Where the tests find the built pages: the product's own, or a folder that was built for them.
import path from 'node:path';
import { ensureWebBuild } from '../../../scripts/build-web.mjs';

const root = path.resolve(import.meta.dirname, '../../..');

/** The folder of the built pages; `KEEPREEL_TEST_WEB` names another than dist/web. */
export async function builtPages(): Promise<string> {
  return process.env['KEEPREEL_TEST_WEB'] ?? path.join(root, 'dist/web');
}

/** The folder of the pages for tests, built for a base path. Rebuilt when outdated. */
export async function pagesBelow(basePath: string): Promise<string> {
  await ensureWebBuild(root, true, basePath);
  return path.join(root, 'dist/web-below');
}

/** The folder of the pages for tests: with React's warnings, and the language that shows keys. Rebuilt when outdated. */
export async function strictPages(): Promise<string> {
  await ensureWebBuild(root, true);
  return path.join(root, 'dist/web-strict');
}
