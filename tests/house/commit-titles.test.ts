// The hook that reads the titles of commits.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

it.each([
  ['door: refuse NAT64 addresses by default', 0],
  [`door: ${'é'.repeat(66)}`, 0],
  [`door: ${'x'.repeat(67)}`, 1],
  ['refuse NAT64 addresses', 1],
  ['door: ', 1],
  ['Merge branch of somebody', 0],
])('the title "%s" ends the hook with %i', (title, status) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-title-'));
  const file = path.join(folder, 'message');
  writeFileSync(
    file,
    `${title}\n\nA body with a line that may be as long as it likes, for nobody cuts it off.\n`,
  );
  const run = spawnSync('sh', ['scripts/hooks/commit-msg', file], {
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  rmSync(folder, { recursive: true });
  expect([run.status, run.stderr.length > 0]).toEqual([status, status === 1]);
});
