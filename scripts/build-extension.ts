// Builds the browser extension from one source: a folder for each browser, which it loads as it is, and a ZIP of each.
// Usage: node scripts/build-extension.ts [folder]. The folder is dist/extension unless named; the ZIPs lie in it, too.
import path from 'node:path';
import { buildExtension } from './extension/build.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.resolve(process.argv[2] ?? path.join(root, 'dist/extension'));
await buildExtension(folder, folder);
