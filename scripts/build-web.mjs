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

/**
 * Runs the build unless dist/web was made from exactly these sources. With `isStrict` it is the build for tests in
 * dist/web-strict: React's warnings are in it, and the language that shows keys.
 */
export async function ensureWebBuild(root, isStrict = false) {
  const name = isStrict ? 'web-strict' : 'web';
  const hash = createHash('sha256');
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
      path.join(root, 'dist', name),
    ],
    { cwd: root },
  );
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, sources);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureWebBuild(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
}
