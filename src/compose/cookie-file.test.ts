// Where the operator's cookies are.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { accountFilesOf } from './cookie-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-cookies-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'cookies.txt');
writeFileSync(file, '');

const filesOf = (settings: Readonly<Record<string, string>>) =>
  accountFilesOf(readConfig(settings));

it('is a file or a folder, relative to the root, or nowhere', () => {
  expect(filesOf({})).toBeNull();
  expect(filesOf({ COOKIES_FILE: path.relative(path.resolve('.'), file) })).toEqual({ file });
  expect(filesOf({ COOKIES_DIR: folder })).toEqual({ folder });
});

it('must be there, and be what its setting says', () => {
  expect(() => filesOf({ COOKIES_FILE: path.join(folder, 'none') })).toThrow(
    /COOKIES_FILE: .*cannot be read \(ENOENT\)\. Name cookies/,
  );
  expect(() => filesOf({ COOKIES_FILE: folder })).toThrow('is no file');
  expect(() => filesOf({ COOKIES_DIR: file })).toThrow('is no folder');
  expect(() => filesOf({ COOKIES_DIR: folder, COOKIES_FILE: file })).toThrow('remove the other');
});

it.skipIf(process.getuid?.() === 0)('must be readable', () => {
  const locked = path.join(folder, 'locked.txt');
  writeFileSync(locked, '');
  chmodSync(locked, 0);
  expect(() => filesOf({ COOKIES_FILE: locked })).toThrow('EACCES');
});
