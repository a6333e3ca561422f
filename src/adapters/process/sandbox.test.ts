import { describe, expect, it } from 'vitest';
import { commandIn, type Sandbox } from './sandbox.ts';

const tools = { setpriv: true, prlimit: true, choom: false, nice: true, userNamespace: true };
const walls = {
  isolatesProcesses: true,
  isolatesNetwork: true,
  isolatesFiles: false,
  nests: true,
  why: '',
};
const namespaces: Sandbox = { ...walls, kind: 'namespaces', tools };
const wish = { program: '/bin/true', args: ['a b', ';'], network: 'none', cwd: '/' } as const;

describe('the command line of a sandbox', () => {
  it('ties the outermost process to the server, and everything else to that', () => {
    const words = commandIn(namespaces, wish);
    expect(words.slice(0, 4)).toEqual(['setpriv', '--no-new-privs', '--pdeathsig', 'SIGKILL']);
    expect(words.indexOf('unshare')).toBeGreaterThan(words.indexOf('setpriv'));
    expect(words).toContain('--kill-child=KILL');
    expect(words).toContain('--net');
  });

  it('leaves it to bubblewrap to tie itself, once its child needs it no more', () => {
    const words = commandIn({ ...namespaces, kind: 'bubblewrap' }, wish);
    expect(words).not.toContain('--pdeathsig');
    expect(words).toContain('--die-with-parent');
  });

  it('ends with the program and its arguments, as they are', () => {
    expect(commandIn(namespaces, wish).slice(-3)).toEqual(['/bin/true', 'a b', ';']);
  });

  it('starts the program, inside of everything else, only if the server lives', () => {
    const words = commandIn(namespaces, wish);
    expect(words.slice(-7, -3)).toEqual([
      'sh',
      '-c',
      'echo >&2 && read -r _ <&2 && exec "$@"',
      'sh',
    ]);
    expect(words.at(-8)).toBe('--');
  });

  it('leaves the network alone when it is wished for', () => {
    expect(commandIn(namespaces, { ...wish, network: 'host' })).not.toContain('--net');
  });

  it('takes the powers of root away where there is no user namespace', () => {
    const asRoot = { ...namespaces, tools: { ...tools, userNamespace: false } };
    expect(commandIn(asRoot, wish).join(' ')).toContain(
      '-- setpriv --bounding-set=-all --inh-caps=-all -- sh -c',
    );
    expect(commandIn(asRoot, { ...wish, nested: true }).join(' ')).not.toContain('--bounding-set');
  });

  it('lets go of the engine alone when nothing is around it, since that ends its own', () => {
    const plain: Sandbox = { ...namespaces, kind: 'plain', isolatesProcesses: false };
    expect(commandIn(plain, wish)).toContain('--pdeathsig');
    expect(commandIn(plain, { ...wish, nested: true })).not.toContain('--pdeathsig');
  });

  it('binds outer folders before inner ones, and writable over readable', () => {
    const bubblewrap: Sandbox = { ...namespaces, kind: 'bubblewrap', isolatesFiles: true };
    const files = { read: ['/a/b/c', '/a'], write: ['/a/b'] };
    const line = commandIn(bubblewrap, { ...wish, files }).join(' ');
    expect(line).toContain('--ro-bind-try /a /a --bind-try /a/b /a/b --ro-bind-try /a/b/c /a/b/c');
    expect(line).not.toContain('--bind / /');
  });

  it('bounds what is asked for and core dumps always', () => {
    const line = commandIn(namespaces, {
      ...wish,
      limits: { fileBytes: 5, cpuSeconds: 6, processes: 7 },
    }).join(' ');
    expect(line).toContain('prlimit --core=0 --fsize=5 --cpu=6 --nproc=7 -- ');
  });
});
