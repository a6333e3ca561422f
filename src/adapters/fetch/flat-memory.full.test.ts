// The memory of a fetch does not depend on the size of its source.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { setUpFetchFixture } from '../../../tests/fixtures/fetch/fetch-fixture.ts';
import type { FetchReport } from '../../../tests/fixtures/fetch/fetch-program.ts';
import { seededBody } from '../../../tests/fixtures/fetch/seeded-body.ts';

const openFixture = setUpFetchFixture();
const PROGRAM = path.resolve(import.meta.dirname, '../../../tests/fixtures/fetch/fetch-program.ts');
const MB = 1024 ** 2;

it('a source of 300 MB, read as it arrives, takes less than 40 MB', async () => {
  const fixture = await openFixture();
  const body = seededBody(300_000_000, 'memory');
  await fixture.putFile('https://cdn.test/film', body);
  await fixture.putFile('https://cdn.test/film-small', body.subarray(0, 20_000_000));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-semi-space-size=2',
    PROGRAM,
    fixture.lab.proxyUrl,
    fixture.lab.caFile,
    'https://cdn.test/film',
    path.join(fixture.folder, 'part-0'),
    '0',
    'read',
  ]);
  const report = JSON.parse(stdout) as FetchReport;
  expect(report.sha256).toBe(createHash('sha256').update(body).digest('hex'));
  expect(report.peakRss - report.idleRss).toBeLessThan(40 * MB);
});
