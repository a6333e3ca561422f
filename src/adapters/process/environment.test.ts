import { describe, expect, it } from 'vitest';
import { childEnvironment, packageVariables } from './environment.ts';

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

  it('has the settings of pip only where they are given, and nothing else with them', () => {
    const server = {
      PIP_INDEX_URL: 'https://mirror.test',
      https_proxy: 'http://p.test',
      PIP_CERT: '',
    };
    const found = packageVariables({ ...server, DATABASE_URL: 'x', PIPE: 'x', XPIP_A: 'x' });
    expect(found).toEqual({ PIP_INDEX_URL: 'https://mirror.test', https_proxy: 'http://p.test' });
    expect(childEnvironment('id', {}, found)).toEqual({ ...childEnvironment('id'), ...found });
    expect(() => childEnvironment('id', {}, { LD_PRELOAD: 'x' })).toThrow(TypeError);
  });
});
