// The process that starts programs for the server: what becomes of a program, and of the next one, when it is lost or does not work.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { killNow, processesOf } from './kill-tree.ts';
import { createLauncher, type Launcher } from './launcher.ts';
import { probeSandboxes } from './probe-sandboxes.ts';
import { startProgram } from './run.ts';

const script = path.join(import.meta.dirname, '../../../engine/launcher.py');
const found = await probeSandboxes();
const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-launch-'));
vi.stubEnv('TMPDIR', folder);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const start = (launcher: Launcher, program: string, args: readonly string[] = []) =>
  startProgram({ sandbox: { ...found, launcher }, program, args, network: 'none' });
const parentOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

it('is the parent of programs, and is replaced when it is killed, which ends them', async () => {
  const launcher = createLauncher({ python: 'python3', script });
  const lost = await start(launcher, 'sleep', ['600']);
  const parent = parentOf(lost.pid);
  expect(parent).not.toBe(process.pid);
  killNow(parent);
  expect(await lost.ended).toEqual({ exitCode: null, signal: 'SIGKILL' });
  expect(processesOf(lost.treeId)).toEqual([]);
  const next = await start(launcher, 'cat');
  expect([process.pid, parent]).not.toContain(parentOf(next.pid));
  next.stdin.end('words');
  expect((await next.stdout.toArray()).join('')).toBe('words');
  expect(await next.ended).toEqual({ exitCode: 0, signal: null });
  await launcher.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('keeps many programs apart that start at once, each with its own descriptors', async () => {
  const launcher = createLauncher({ python: 'python3', script });
  const words = Array.from({ length: 24 }, (_, index) => `word ${index}`);
  const outputs = words.map(async (word) => {
    const program = await startProgram({
      sandbox: { ...found, launcher },
      program: 'sh',
      args: ['-c', 'cat <&7; cat'],
      network: 'none',
      extraInputs: 5,
    });
    program.stdin.end(word);
    for (const input of program.extraInputs) input.end('first ');
    const output = await program.stdout.toArray();
    await program.ended;
    return output.join('');
  });
  expect(await Promise.all(outputs)).toEqual(words.map((word) => `first ${word}`));
  await launcher.close();
});

it.each([
  ['an interpreter that does not exist', { python: '/no/python3', script }],
  ['a script that fails', { python: 'python3', script: '/dev/null' }],
])('starts programs from this process where it is %s', async (_, options) => {
  const launcher = createLauncher(options);
  const program = await start(launcher, 'cat');
  expect(parentOf(program.pid)).toBe(process.pid);
  program.stdin.end('words');
  expect((await program.stdout.toArray()).join('')).toBe('words');
  expect(await program.ended).toEqual({ exitCode: 0, signal: null });
  await launcher.close();
});
