// A program in each kind of sandbox that this machine allows: its input and output, its limits, and its end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { processesOf } from './kill-tree.ts';
import { createLauncher } from './launcher.ts';
import { probeSandboxes } from './probe-sandboxes.ts';
import { type RunOptions, runProgram, startProgram } from './run.ts';
import { commandIn, SANDBOX_KINDS, type Sandbox } from './sandbox.ts';

const LAUNCHER = {
  python: 'python3',
  script: path.join(import.meta.dirname, '../../../engine/launcher.py'),
};
const launcher = createLauncher(LAUNCHER);
afterAll(launcher.close);

const sandboxes: (Sandbox & { by: string })[] = [];
for (const kind of SANDBOX_KINDS) {
  const sandbox = await probeSandboxes([kind]);
  // What this machine does not allow cannot be tested on it.
  if (sandbox.kind !== kind) continue;
  sandboxes.push({ ...sandbox, by: 'itself' }, { ...sandbox, by: 'a launcher', launcher });
}

const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const never = new AbortController().signal;
// Leaves its parent, its session and its group, holds no pipe of ours, and never ends by itself.
const DAEMON = '(setsid sh -c "sleep 600 & sleep 600" >/dev/null 2>&1 </dev/null &)';

const runShell = (sandbox: Sandbox, script: string, changes: Partial<RunOptions> = {}) =>
  runProgram({
    sandbox,
    program: 'sh',
    args: ['-c', script],
    network: 'none',
    signal: never,
    deadlineMs: 10_000,
    maxStdoutBytes: 1_000_000,
    ...changes,
  });

it('in a sandbox of every kind a program is over at its deadline, with all that it started', async () => {
  const works = sandboxes.map((sandbox) =>
    runShell(sandbox, `${DAEMON}; env; sleep 600`, { deadlineMs: 2000 }),
  );
  for (const result of await Promise.all(works)) {
    expect(result).toMatchObject({ reason: 'deadline', signal: 'SIGKILL' });
    expect(processesOf(treeIn(result.stdout))).toEqual([]);
  }
});

describe.each(sandboxes)('a program in a sandbox of kind $kind, started by $by', (sandbox) => {
  const shell = (script: string, changes: Partial<RunOptions> = {}) =>
    runShell(sandbox, script, changes);

  it('gets its input and gives its output, its errors and its exit code', async () => {
    const result = await shell('cat; echo wrong >&2; exit 3', { input: 'héllo' });
    expect(result).toMatchObject({ reason: 'exit', exitCode: 3, stderrTail: 'wrong\n' });
    expect(result.stdout.toString()).toBe('héllo');
  });

  it('has an environment of its own', async () => {
    vi.stubEnv('SECRET_KEY', 'secret');
    const { stdout } = await shell('env', { env: { HOME: '/tmp/empty' } });
    const names = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(new Set(names)).toEqual(
      new Set(['HOME', 'KEEPREEL_TREE', 'LANG', 'PATH', 'PWD', 'TMPDIR']),
    );
    expect(stdout.toString()).toContain('HOME=/tmp/empty');
  });

  it('stands still while it is paused, goes on afterwards, and gives way to others if it is to', async () => {
    const program = await startProgram({
      sandbox,
      program: 'sh',
      args: ['-c', 'read line; sleep 600 & echo begun; read line; kill $!; echo over'],
      network: 'none',
      yields: true,
    });
    const output: string[] = [];
    program.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
    program.stdin.write('begin\n');
    await vi.waitFor(() => expect(output.join('')).toBe('begun\n'), 5000);
    const statsOf = (field: number) =>
      processesOf(program.treeId).map((pid) => {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[field];
      });
    program.pause();
    await vi.waitFor(() => expect(new Set(statsOf(0))).toEqual(new Set(['T'])), 5000);
    expect(new Set(statsOf(16))).toEqual(new Set([String(Math.min(19, getPriority() + 10))]));
    program.stdin.end('go on\n');
    program.resume();
    expect(await program.ended).toMatchObject({ exitCode: 0 });
    expect(output.join('')).toBe('begun\nover\n');
  });

  it('is paused no earlier than all around it has tied itself to the server', async () => {
    const program = await startProgram({
      sandbox,
      program: 'sleep',
      args: ['600'],
      network: 'none',
    });
    program.pause();
    const names = () =>
      processesOf(program.treeId).map((pid) => {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        return stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')') + 3);
      });
    // What is inside may still be the shell that asks.
    const inside = expect.stringMatching(/^(?:sh|sleep)\) T$/);
    await vi.waitFor(() => expect(names()).toContainEqual(inside), 5000);
    program.kill();
    expect(await program.ended).toMatchObject({ signal: 'SIGKILL' });
  });

  it.runIf(existsSync('/proc/self/autogroup'))('gives way with its whole session', async () => {
    const yielding = 'until grep -q "nice 7" /proc/self/autogroup; do sleep 0.1; done; echo yes';
    const result = await shell(yielding, { yields: true });
    expect(result.stdout.toString()).toBe('yes\n');
  });

  it('is over when it is cancelled', async () => {
    const abort = new AbortController();
    const work = shell(`${DAEMON}; env; sleep 600`, { signal: abort.signal });
    abort.abort();
    expect(await work).toMatchObject({ reason: 'cancelled' });
    expect(await shell('true', { signal: abort.signal })).toMatchObject({
      reason: 'cancelled',
      exitCode: null,
    });
  });

  it('is over when it prints too much, and what it printed stays bounded', async () => {
    const result = await shell('yes', { maxStdoutBytes: 100_000 });
    expect(result.reason).toBe('output_limit');
    expect(result.stdout.length).toBeLessThanOrEqual(100_000);
  });

  it('leaves nothing running when it ends by itself', async () => {
    const result = await shell(`${DAEMON}; env`);
    expect(result).toMatchObject({ reason: 'exit', exitCode: 0 });
    expect(processesOf(treeIn(result.stdout))).toEqual([]);
  });

  it('keeps the end of what it says on stderr', async () => {
    const result = await shell('yes error | head -n 200000 >&2; echo last >&2');
    expect(result.stderrTail).toHaveLength(64 * 1024);
    expect(result.stderrTail).toMatch(/error\nlast\n$/);
  });

  it.runIf(sandbox.tools.prlimit)('keeps to its limits', async () => {
    const big = path.join(folder, `big-${sandbox.kind}-${sandbox.by}`);
    const files = { read: [], write: [folder] };
    const limits = { fileBytes: 1000, files: 20, dataBytes: 50_000_000 };
    const result = await shell(
      `head -c 5000 /dev/zero > '${big}'; ulimit -n; ulimit -d; ulimit -c`,
      {
        limits,
        files,
      },
    );
    expect(result.stdout.toString()).toBe(`20\n${Math.floor(50_000_000 / 1024)}\n0\n`);
    expect(readFileSync(big)).toHaveLength(1000);
  });

  it.runIf(sandbox.isolatesNetwork)('has no network unless it is given one', async () => {
    const server = createServer((socket) => socket.end('reached')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const args = ['-c', `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`];
    const without = await shell('', { program: 'bash', args });
    const given = await shell('', { program: 'bash', args, network: 'host' });
    server.close();
    expect([without.stdout.toString(), given.stdout.toString()]).toEqual(['', 'reached']);
  });

  it.runIf(sandbox.isolatesFiles)('sees only the files it is given', async () => {
    writeFileSync(path.join(folder, 'given'), 'seen');
    const script = `cat ${folder}/given; ls /etc/shadow /root /home; touch ${folder}/new && echo written`;
    const read = await shell(script, { files: { read: [folder], write: [] } });
    const write = await shell(script, { files: { read: [], write: [folder] } });
    const nothing = await shell(script, { files: { read: [], write: [] } });
    expect([read, write, nothing].map(({ stdout }) => stdout.toString())).toEqual([
      'seen',
      'seenwritten\n',
      '',
    ]);
  });

  it('that does not exist is told before anything is started', async () => {
    await expect(shell('', { program: 'no-such-program' })).rejects.toMatchObject({
      code: 'engine_unavailable',
    });
    await expect(shell('', { program: '/etc/passwd' })).rejects.toMatchObject({
      code: 'engine_unavailable',
    });
  });

  it('gets further inputs from descriptor 3 on, and the end of each', async () => {
    const program = await startProgram({
      sandbox,
      program: 'sh',
      args: ['-c', 'cat <&4; cat <&3; cat'],
      network: 'none',
      extraInputs: 2,
    });
    const [third, fourth] = program.extraInputs;
    program.stdin.end(' last');
    third?.end(' second');
    fourth?.end('first');
    const words = await program.stdout.toArray();
    expect(words.map(String).join('')).toBe('first second last');
    expect(await program.ended).toEqual({ exitCode: 0, signal: null });
  });

  it('runs until it is killed, and twice killed is as good as once', async () => {
    const program = await startProgram({ sandbox, program: 'cat', args: [], network: 'none' });
    program.stdin.write('line\n');
    const [first] = await program.stdout.take(1).toArray();
    expect(String(first)).toBe('line\n');
    program.kill();
    program.kill();
    await program.ended;
    expect(processesOf(program.treeId)).toEqual([]);
    program.kill();
  });

  it('begins only when the server answers, which one that is dying does not', async () => {
    const outcomeOf = async (answer: string) => {
      const wish = { program: '/bin/echo', args: ['begun'], network: 'none', cwd: '/' } as const;
      const [command, ...args] = commandIn(sandbox, wish);
      const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      await once(child.stderr, 'data');
      (child.stderr as unknown as Duplex).end(answer);
      return (await child.stdout.toArray()).join('');
    };
    expect(await outcomeOf('\n')).toBe('begun\n');
    expect(await outcomeOf('')).toBe('');
  });

  describe.runIf(sandbox.isolatesProcesses)('of a server', () => {
    let server: ChildProcess | undefined;
    afterAll(() => server?.kill('SIGKILL'));

    it('dies with it, grandchildren included, when that is killed', async () => {
      const script = path.join(folder, 'server.ts');
      const module = path.join(import.meta.dirname, 'run.ts');
      const options = {
        sandbox,
        program: 'sh',
        args: ['-c', `${DAEMON}; sleep 600`],
        network: 'none',
      };
      const by = sandbox.launcher ? `createLauncher(${JSON.stringify(LAUNCHER)})` : 'undefined';
      writeFileSync(
        script,
        `import { startProgram } from ${JSON.stringify(module)};
         import { createLauncher } from ${JSON.stringify(path.join(import.meta.dirname, 'launcher.ts'))};
         const options = ${JSON.stringify(options)};
         options.sandbox.launcher = ${by};
         console.log((await startProgram(options)).treeId);`,
      );
      server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
      let treeId = '';
      server.stdout?.on('data', (chunk) => {
        treeId += String(chunk).trim();
      });
      // The shell, its `sleep`, and the daemon's three.
      await vi.waitUntil(() => treeId && processesOf(treeId).length >= 5, {
        timeout: 10_000,
        interval: 10,
      });
      server.kill('SIGKILL');
      await vi.waitUntil(() => processesOf(treeId).length === 0, { timeout: 1000, interval: 5 });
    });
  });
});

function treeIn(environment: Buffer): string {
  const treeId = /KEEPREEL_TREE=(\S+)/.exec(environment.toString())?.[1];
  expect(treeId).toBeDefined();
  return treeId ?? '';
}
