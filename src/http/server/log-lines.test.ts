import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { logLines } from './log-lines.ts';

it('writes each line', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-log-'));
  const file = path.join(folder, 'log');
  const descriptor = openSync(file, 'w');
  const { write } = logLines(descriptor);
  write('one\n');
  write('two\n');
  closeSync(descriptor);
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  rmSync(folder, { recursive: true });
});

it('loses a line on a full disk, and nothing more', () => {
  const descriptor = openSync('/dev/full', 'w');
  const { write } = logLines(descriptor);
  expect(() => write('one\n')).not.toThrow();
  closeSync(descriptor);
});

it('does not hide programming errors', () => {
  const descriptor = openSync('/dev/null', 'w');
  closeSync(descriptor);
  expect(() => logLines(descriptor).write('one\n')).toThrow(/EBADF/);
});
