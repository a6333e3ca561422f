import { execFileSync } from 'node:child_process';
import { closeSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIST, trackedSources, writeList } from '../../scripts/source/list-sources.ts';
import { HEAD_BYTES, misplacedFiles } from '../support/house/tracked-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The first bytes of a file; none of what was removed and is still tracked, or of a link. */
function headOf(file: string): Uint8Array {
  const whole = path.join(ROOT, file);
  if (!lstatSync(whole, { throwIfNoEntry: false })?.isFile()) return new Uint8Array();
  const descriptor = openSync(whole, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(descriptor, head));
  } finally {
    closeSync(descriptor);
  }
}

const listing = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
const tracked = listing.split('\0').filter((file) => file !== '');

describe('what Git tracks', () => {
  it('is text, except the pictures of the pages', () => {
    expect(tracked.length).toBeGreaterThan(500);
    expect(misplacedFiles(new Map(tracked.map((file) => [file, headOf(file)])))).toEqual([]);
  });

  it.each([
    ['a screenshot', 'try/home.png', 'x'],
    ['a font', 'docs/a.ttf', 'x'],
    ['an archive', 'tests/fixtures/a.tar.gz', 'x'],
    ['a picture where only others belong', 'content/pictures/a.psd', 'x'],
    ['bytes under the name of a text', 'docs/a.md', 'a\0b'],
    ['what Python made', 'engine/__pycache__/a.cpython-312.pyc', 'x'],
  ])('would be refused with %s', (_name, file, head) => {
    expect(misplacedFiles(new Map([[file, Buffer.from(head)]]))).toHaveLength(1);
  });

  it.each([
    ['content/pictures/a.webp', 'a\0b'],
    ['public/a.svg', '<svg/>'],
    ['docs/a.md', 'text'],
  ])('would be taken with %s', (file, head) => {
    expect(misplacedFiles(new Map([[file, Buffer.from(head)]]))).toEqual([]);
  });
});

it('what Git tracks is what builds without Git publish as source (npm run format writes the list)', async () => {
  const list = writeList((await trackedSources(ROOT)) ?? []);
  expect(readFileSync(path.join(ROOT, LIST), 'utf8').split('\n')).toEqual(list.split('\n'));
});
