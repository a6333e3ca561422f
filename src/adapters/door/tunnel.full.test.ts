// The memory of a tunnel does not depend on what it carries.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { ThroughputReport } from '../../../tests/fixtures/door/throughput-program.ts';

it('a tunnel carries 300 megabytes without their size showing in memory', async () => {
  const program = path.resolve(
    import.meta.dirname,
    '../../../tests/fixtures/door/throughput-program.ts',
  );
  const { stdout } = await promisify(execFile)(process.execPath, [program, '300']);
  const report = JSON.parse(stdout) as ThroughputReport;
  expect(report.megabytes).toBe(300);
  expect(report.peakGrowthMegabytes).toBeLessThan(150);
});
