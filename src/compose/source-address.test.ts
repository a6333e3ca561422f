import { expect, it } from 'vitest';
import { projectAddress } from './source-address.ts';

it.each([
  [{}, null],
  [{ repository: 'https://code.example/a/keepreel' }, 'https://code.example/a/keepreel'],
  [{ repository: 'ann/keepreel' }, 'https://github.com/ann/keepreel'],
  [{ repository: 'github:ann/keepreel' }, 'https://github.com/ann/keepreel'],
  [
    { repository: { type: 'git', url: 'git+https://code.example/a/keepreel.git' } },
    'https://code.example/a/keepreel',
  ],
  [{ repository: { url: 'git://code.example/a.git' } }, 'https://code.example/a'],
  [{ homepage: 'https://keepreel.example' }, 'https://keepreel.example/'],
  [
    { repository: 'https://code.example/a', homepage: 'https://keepreel.example' },
    'https://code.example/a',
  ],
  [
    { repository: 'git@code.example:a/b.git', homepage: 'https://keepreel.example' },
    'https://keepreel.example/',
  ],
  [{ repository: 'https://me:secret@code.example/a' }, null],
  [{ repository: 'javascript:alert(1)' }, null],
  [{ repository: 5, homepage: null }, null],
  [{ repository: null }, null],
])('the address in %j is %s', (manifest, address) => {
  expect(projectAddress(manifest)).toBe(address);
});
