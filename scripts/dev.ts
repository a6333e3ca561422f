// `npm run dev`: the server, restarted when its sources change, and the pages, rebuilt when theirs change.

import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const pageSources = ['src/web', 'src/shared', 'content', 'scripts/web', 'vite.config.ts'];

// Each change would be a request to every platform.
const env = { CANARY_URLS: '', ...process.env };

const children = [
  [...pageSources.map((source) => `--watch-path=${source}`), 'scripts/build-pages.ts'],
  ['--watch-path=src', '--watch-path=engine', '--watch-path=content', 'src/main.ts'],
].map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env }));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
