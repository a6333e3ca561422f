// Holds the built home page against its weight limits: what a visitor loads before a link is pasted, gzipped.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureWebBuild } from './build-web.mjs';

const MAX_SCRIPT_BYTES = 110_000;
const MAX_TOTAL_BYTES = 200_000;

const root = path.resolve(import.meta.dirname, '..');
const web = path.join(root, 'dist/web');

await ensureWebBuild(root);
const html = await readFile(path.join(web, 'index.html'), 'utf8');
const named = [...html.matchAll(/\s(?:src|href)="(\/assets\/[^"]+)"/g)].map(
  ([, file = '']) => file,
);
const icon = await readFile(path.join(root, 'public/icon.svg'));
const sizes = new Map([
  ['/', gzipSync(html).length],
  ['/icon.svg', gzipSync(icon).length],
]);
for (const file of named) sizes.set(file, await sentBytes(path.join(web, file)));

const sum = (files: Iterable<[string, number]>) =>
  [...files].reduce((total, [, bytes]) => total + bytes, 0);
const scriptBytes = sum([...sizes].filter(([file]) => file.endsWith('.js')));
const totalBytes = sum(sizes);
for (const [file, bytes] of sizes) console.log(`${String(bytes).padStart(8)}  ${file}`);
console.log(`${String(scriptBytes).padStart(8)}  scripts, of ${MAX_SCRIPT_BYTES}`);
console.log(`${String(totalBytes).padStart(8)}  in all, of ${MAX_TOTAL_BYTES}`);
if (scriptBytes > MAX_SCRIPT_BYTES || totalBytes > MAX_TOTAL_BYTES) process.exitCode = 1;

/** The size of a file as it is sent: its gzip version where the build made one. */
async function sentBytes(file: string): Promise<number> {
  const gzipped = await stat(`${file}.gz`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  return (gzipped ?? (await stat(file))).size;
}
