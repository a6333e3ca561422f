import { describe, expect, it } from 'vitest';
import { childEnvironment } from './environment.ts';

describe('the environment of a child', () => {
  it('is fixed but for what may be added', () => {
    expect(childEnvironment('id', { TMPDIR: '/x' })).toEqual({
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/nonexistent',
      TMPDIR: '/x',
      LANG: 'C.UTF-8',
      KEEPREEL_TREE: 'id',
    });
  });

  it.each(['PATH', 'LD_PRELOAD', 'HTTPS_PROXY', 'PYTHONPATH'])('takes no %s', (name) => {
    expect(() => childEnvironment('id', { [name]: 'x' })).toThrow(TypeError);
  });
});
