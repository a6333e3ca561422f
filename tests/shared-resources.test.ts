// Every refusal for want of room has its row in the table of shared resources, and no row gives one network all there is.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SHARED_RESOURCES, type SharedResource } from '../src/core/shared-resources.ts';

const root = path.resolve(import.meta.dirname, '..');
const REFUSAL =
  /AppError\(\s*['"](too_many_jobs|too_many_requests|server_busy|server_full)['"]|(busy|serverFull)\(/;

/** Where a visitor may be refused because something shared ran out, and the rows that bound it. */
const REFUSED_IN: Readonly<Record<string, readonly (keyof typeof SHARED_RESOURCES)[]>> = {
  'src/core/fair-turns.ts': [
    'runningInspections',
    'waitingInspections',
    'thumbnails',
    'runningThumbnails',
  ],
  'src/core/network-quota.ts': ['eventStreams', 'connections'],
  'src/core/open-downloads.ts': ['openDownloads', 'openJobs'],
  'src/core/queue-order.ts': ['runningJobs'],
  'src/adapters/files/make-room.ts': ['readFiles'],
};

/** Refusals that are not about sharing something between networks, and why. */
const OTHERS: Readonly<Record<string, string>> = {};

it('gives no network all that there is', () => {
  const rows: Record<string, SharedResource> = SHARED_RESOURCES;
  for (const [name, { unit, total, perNetwork }] of Object.entries(rows)) {
    const most = unit === 'share' ? 1 : Number(total);
    const widest = Math.max(...Object.values(perNetwork));
    expect([name, widest < most || typeof total !== 'number']).toEqual([name, true]);
    expect([
      name,
      perNetwork.address <= perNetwork[56] && perNetwork[56] <= perNetwork[48],
    ]).toEqual([name, true]);
    if (unit === 'share') expect([name, widest]).toEqual([name, expect.toSatisfy((n) => n < 1)]);
  }
});

it('has a row for every place that refuses for want of room', () => {
  const files = globSync('src/{core,http,adapters}/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => REFUSAL.test(readFileSync(path.join(root, file), 'utf8')));
  const known = { ...REFUSED_IN, ...OTHERS };
  expect(files.filter((file) => !(file in known)).toSorted()).toEqual([]);
  const rows = new Set(Object.values(REFUSED_IN).flat());
  expect(Object.keys(SHARED_RESOURCES).filter((name) => !rows.has(name as never))).toEqual([]);
});
