// Builds the pages when their sources have changed since the last build; run by set-up.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run, say } from './say-and-run.mjs';

const SOURCES = ['src/web', 'src/shared', 'vite.config.ts', 'package-lock.json'];

/** All files below a path, or the file itself, in a fixed order. */
function filesOf(target) {
  const entries = existsSync(target)
    ? readdirSync(target, { withFileTypes: true, recursive: true })
    : [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Runs the build unless dist/web was made from exactly these sources. */
export async function ensureWebBuild(root) {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const target = path.join(root, source);
    const files = path.extname(source) ? [target] : filesOf(target);
    for (const file of files) hash.update(file).update(readFileSync(file));
  }
  const sources = hash.digest('hex');
  const stamp = path.join(root, 'dist/web.sources');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  say('building the pages');
  await run(
    path.join(root, 'node_modules/.bin/node'),
    [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
    { cwd: root },
  );
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, sources);
}
