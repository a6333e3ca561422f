// `npm run engine:update` beside a running server: which engine folders it keeps.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { switchTo } from '../../scripts/engine.mjs';

let base: string;
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'keepreel-engines-'));
  for (const day of ['01', '02', '03', '04']) mkdirSync(path.join(base, `2026.01.${day}-pip`));
});
afterEach(() => rmSync(base, { recursive: true }));

const kept = () =>
  readdirSync(base)
    .filter((name) => name !== 'current')
    .map((name) => name.slice(8, 10));

it('keeps the new one and the one before it', () => {
  switchTo(base, '2026.01.04-pip');
  expect(readlinkSync(path.join(base, 'current'))).toBe('2026.01.04-pip');
  expect(kept()).toEqual(['03', '04']);
});

it('keeps what a process was started with, until it has ended', async () => {
  const inUse = path.join(base, '2026.01.01-pip', 'venv/bin/python');
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', inUse], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await new Promise((resolve) => child.once('spawn', resolve));
  switchTo(base, '2026.01.04-pip');
  expect(kept()).toEqual(['01', '03', '04']);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end();
  await ended;
  switchTo(base, '2026.01.04-pip');
  expect(kept()).toEqual(['03', '04']);
});
