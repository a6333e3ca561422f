import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { cookieFileOf } from './cookie-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cookies-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (settings: Readonly<Record<string, string>>) => cookieFileOf(readConfig(settings));

it('a file of cookies is found from the folder of the project, and may be left out', () => {
  expect(fileOf({})).toBeNull();
  const file = path.join(folder, 'cookies.txt');
  writeFileSync(file, '# Netscape HTTP Cookie File\n');
  expect(fileOf({ COOKIES_FILE: path.relative(path.resolve('.'), file) })).toBe(file);
});

it('a file that is not there or is none stops the start with what to do', () => {
  expect(() => fileOf({ COOKIES_FILE: path.join(folder, 'none') })).toThrow(
    /COOKIES_FILE: .*cannot be read \(ENOENT\)\. Name a file/,
  );
  expect(() => fileOf({ COOKIES_FILE: folder })).toThrow('is no file');
  // Root may read everything.
  if (process.getuid?.() === 0) return;
  const locked = path.join(folder, 'locked.txt');
  writeFileSync(locked, '');
  chmodSync(locked, 0);
  expect(() => fileOf({ COOKIES_FILE: locked })).toThrow('EACCES');
});
