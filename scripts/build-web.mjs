// Builds the pages when anything they are made from has changed since the last build; run by set-up.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, say } from './say-and-run.mjs';

const SOURCES = [
  'src/web',
  'extension',
  'src/core/archives',
  'src/shared',
  'content',
  'public/icon.svg',
  'scripts/web',
  'scripts/extension',
  'scripts/build-pages.ts',
  'vite.config.ts',
  'package-lock.json',
];

/** All files below a path, or the file itself, in a fixed order. Tests are left out: no page is made from them. */
function filesOf(target) {
  const entries = existsSync(target)
    ? readdirSync(target, { withFileTypes: true, recursive: true })
    : [];
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** The path below which this environment has the site served, as the server reads it (src/config.ts). */
export function basePathOf({ BASE_PATH, PUBLIC_URL = '' }) {
  return (BASE_PATH || PUBLIC_URL.replace(/^https?:\/\/[^/?#]*/i, '')).replace(/\/$/, '');
}

/**
 * Runs the build unless dist/web was made from exactly these sources. With `isStrict` it is the build for tests in
 * dist/web-strict: React's warnings are in it, and the language that shows keys; with a `basePath` of a test in dist/web-below.
 */
export async function ensureWebBuild(root, isStrict = false, basePath = '') {
  const name = isStrict ? (basePath ? 'web-below' : 'web-strict') : 'web';
  const hash = createHash('sha256').update(basePath);
  for (const source of SOURCES) {
    const target = path.join(root, source);
    const files = path.extname(source) ? [target] : filesOf(target);
    for (const file of files) hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  const sources = hash.digest('hex');
  const stamp = path.join(root, `dist/${name}.sources`);
  const isThere = existsSync(path.join(root, `dist/${name}/pages.json`));
  if (isThere && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  say(isStrict ? 'building the pages for tests' : 'building the pages');
  await run(
    path.join(root, 'node_modules/.bin/node'),
    [
      path.join(root, 'scripts/build-pages.ts'),
      ...(isStrict ? ['--development'] : []),
      ...(basePath ? ['--base-path', basePath] : []),
      path.join(root, 'dist', name),
    ],
    { cwd: root },
  );
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, sources);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
  await ensureWebBuild(root, false, basePathOf(process.env));
}
