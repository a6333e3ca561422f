// `npm run demo`: the product with the lab in place of the internet, and a list of links to paste.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLab } from './lab.ts';
import { LAB_PLATFORMS } from './platforms/index.ts';
import { labSettings } from './settings.ts';
import { LAB_SITES } from './sites/index.ts';

const root = path.resolve(import.meta.dirname, '..');
const platforms = [...Object.values(LAB_PLATFORMS), ...Object.values(LAB_SITES)];
const lab = await startLab({ platforms });
const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-demo-'));

const start = (...args: string[]) =>
  spawn(process.execPath, [path.join(root, 'src/main.ts'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...labSettings(lab),
      DATA_DIR: dataDir,
      EXTRA_SITES: process.env['EXTRA_SITES'] ?? Object.keys(LAB_SITES).join(','),
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    },
  });
// An existing list, as a DATABASE_URL may have one, stays; the demo continues in any case.
await once(start('seed'), 'exit');
const server = start();
server.once('exit', async (code) => {
  await lab.close();
  await rm(dataDir, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => server.kill(signal));

for (const platform of platforms) {
  console.log(`\n${platform.id}`);
  for (const link of platform.links) console.log(`  ${link.url}\n      ${link.name}`);
}
console.log(
  `\nOpen http://localhost:${process.env['PORT'] ?? 3000} and paste one of these. Ctrl+C ends it.
Its operators sign in at /admin: DATA_DIR=${dataDir} npm run admin -- add you@example.com`,
);
