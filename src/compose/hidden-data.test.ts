import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { assertHidden } from './hidden-data.ts';

const bubblewrap = { kind: 'bubblewrap' } as const;

it.each(['/usr/local/keepreel/data', '/usr', '/usr/share/../lib/keepreel'])(
  'data in %s would be read by sandboxed programs',
  (folder) => {
    expect(() => assertHidden(folder, bubblewrap)).toThrow(/^DATA_DIR: .* take another folder/);
  },
);

it('data behind a link to such a folder would be, too', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-hidden-'));
  symlinkSync('/usr/lib', path.join(folder, 'link'));
  expect(() => assertHidden(path.join(folder, 'link/data'), bubblewrap)).toThrow('DATA_DIR');
  rmSync(folder, { recursive: true });
});

it.each([
  ['/var/lib/keepreel', bubblewrap],
  ['/usrlocal/data', bubblewrap],
  ['/usr/local/data', { kind: 'namespaces' }],
] as const)('data in %s are taken', (folder, sandbox) => {
  expect(() => assertHidden(folder, sandbox)).not.toThrow();
});
