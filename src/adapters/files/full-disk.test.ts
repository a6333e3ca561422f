import { execFile } from 'node:child_process';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../../../tests/fixtures/store/small-disk.ts');
const MOUNT = 'mount -t tmpfs -o size=20m,nr_inodes=50,mode=0700 none "$1" && exec "$2" "$3" "$1"';

let report: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepreel-small-disk-'));
  const args = ['-rm', 'sh', '-c', MOUNT, 'sh', folder, process.execPath, PROGRAM];
  try {
    const { stdout } = await promisify(execFile)('unshare', args, { timeout: 50_000 });
    report = JSON.parse(stdout) as typeof report;
  } catch (cause) {
    throw new Error(
      'no small disk could be made; this test needs user namespaces (unshare -rm, of util-linux) and tmpfs',
      { cause },
    );
  } finally {
    // The disk disappeared with its namespace and was never visible from here.
    await rmdir(folder);
  }
});

it.each([
  ['disk', '20 MB, 50 files'],
  ['two files of 8 MB', 'ab'],
  ['one MB more', 'ok'],
  ['nothing went for it', 'abc'],
  ['four MB more', 'ok'],
  ['the oldest went for it', 'bcd'],
  ['too much for the disk', 'server_full 60'],
  ['nothing went in vain', 'bcd'],
  ['all of the disk but its reserve', 'ok'],
  ['everything went for it', ''],
  ['beyond two promises of 8 MB', 'server_full 60'],
  ['what was written of a promise counts once', 'ok'],
  ['a work that writes more than it said', 'ENOSPC'],
  ['keeping on a full disk', 'server_full 60'],
  ['beginning on a full disk', 'server_full 60'],
  ['touching on a full disk', 'ok'],
  ['reading on a full disk', 1],
  ['keeping once there is space', 'ok'],
  ['beginning once there is space', 'ok'],
  ['a work of too many files', 'ENOSPC'],
  ['keeping without a file left', 'server_full 60'],
  ['beginning without a file left', 'server_full 60'],
  ['reading without a file left', 1],
  ['keeping once there are files', 'ok'],
  ['beginning once there are files', 'ok'],
  ['thirty small files, three nodes each', 30],
  ['the last of them stay', true],
])('on a small disk: %s: %j', (step, expected) => {
  expect(report[step]).toBe(expected);
});

it('leaves no files behind', () => {
  expect(report['left']).toEqual(Array.from({ length: 5 }, () => '20 MB, 46 files'));
});

it('logs the only failure that no visitor sees', () => {
  expect(report['warnings']).toEqual(['the record of a kept file could not be changed']);
});
