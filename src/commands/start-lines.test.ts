import { expect, it } from 'vitest';
import { startLines } from './start-lines.ts';

it.each([
  [false, 'npm run admin -- add you@example.com'],
  [true, 'http://localhost:3000/admin'],
])(
  'ends with the address, the operators and the doctor (has operators: %s)',
  (hasOperators, what) => {
    const lines = startLines({ url: 'http://localhost:3000', hasOperators }).trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/http:\/\/localhost:3000$/);
    expect(lines[1]).toContain(what);
    expect(lines[2]).toContain('npm run doctor');
  },
);

it('a server without pages names no operator', () => {
  const text = startLines({ url: 'http://localhost:3000', hasOperators: null });
  expect(text).toContain('/readyz');
  expect(text).not.toMatch(/admin/);
});
