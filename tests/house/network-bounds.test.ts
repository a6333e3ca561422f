// Every refusal for lack of capacity has its row in the table of shared resources, and no row gives one network all there is.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BUCKETS, NETWORK_FACTORS } from '../../src/adapters/limiter/buckets.ts';
import { SHARED_RESOURCES, type SharedResource } from '../../src/core/limits/network-bounds.ts';

const root = path.resolve(import.meta.dirname, '../..');
const REFUSAL =
  /(AppError|refusal)\(\s*['"](too_many_jobs|too_many_requests|server_busy|server_full)['"]|\b(busy|serverFull)\(/;

type Row = keyof typeof SHARED_RESOURCES;

/** Where a request may be refused because something that visitors share ran out, and the rows that bound it. */
const REFUSED_IN: Readonly<Record<string, readonly Row[]>> = {
  'src/core/limits/fair-turns.ts': [
    'runningInspections',
    'waitingInspections',
    'thumbnails',
    'runningThumbnails',
    'subtitles',
    'runningSubtitles',
  ],
  'src/core/limits/network-quota.ts': [
    'eventStreams',
    'fileBodies',
    'connections',
    'signIns',
    'uploads',
    'editUploads',
    'storedUploads',
  ],
  'src/core/downloading/start-download.ts': ['openDownloads', 'openJobs'],
  'src/core/jobs/queue/queue-order.ts': ['runningJobs', 'runningEncodes'],
  'src/core/limits/rate-limit.ts': ['apiPages', 'newRatings'],
  'src/core/takedowns/taking-notices.ts': ['notices'],
  'src/core/operators/keys/api-keys.ts': ['extensionKeys'],
  'src/http/downloads/stream-gate.ts': ['eventStreams'],
  'src/adapters/files/free-space.ts': ['readFiles', 'ownFiles'],
  'src/adapters/files/scratch.ts': ['readFiles'],
  'src/adapters/s3/make-room.ts': ['readFiles'],
  'src/adapters/s3/s3-error.ts': ['readFiles'],
};

/** Refusals that are about something else than a share, and what. */
const OTHERS: Readonly<Record<string, string>> = {
  'src/adapters/database/connection/database-error.ts':
    'the disk of the database is full, another process holds its lock, or it is away',
  'src/adapters/door/lane-meter.ts': 'the budget of one job',
  'src/adapters/engine-releases/pip.ts': 'the disk is full while an engine is installed',
  'src/adapters/ffmpeg/read-failure.ts': 'the disk is full',
  'src/adapters/files/film-files.ts': 'the disk is full; uploads have their row',
  'src/adapters/memory/once-only.ts': 'keys that are remembered, each of which cost work',
  'src/adapters/ytdlp/workers/pool-errors.ts':
    'turns are given out before; these are requests of the server itself',
  'src/core/takedowns/blocking.ts': 'operators alone',
  'src/core/files/disk-error.ts': 'the disk is full',
  'src/core/engine-updates/memory.ts': 'other servers were quicker, ten times in a row',
  'src/core/downloading/start-download.ts': 'the server stops, or one visitor has enough',
  'src/core/takedowns/deciding-notices.ts': 'operators alone',
  'src/core/settings/live-setting.ts': 'other servers were quicker, ten times in a row',
  'src/http/downloads/download.ts': 'the server stops',
};

it('gives no network all of a shared resource', () => {
  const rows: Record<string, SharedResource> = SHARED_RESOURCES;
  for (const [name, row] of Object.entries(rows)) {
    const { address, 56: wide, 48: widest } = row.perNetwork;
    const most = row.unit === 'share' ? 1 : row.total;
    expect([name, address > 0 && address <= wide && wide <= widest && widest < most]).toEqual([
      name,
      true,
    ]);
  }
});

it('documents the rates of the limiter', () => {
  for (const row of Object.values(SHARED_RESOURCES) as SharedResource[]) {
    if (row.unit !== 'rate') continue;
    const { burst, networkFactors = NETWORK_FACTORS } = BUCKETS[row.bucket];
    const bursts = {
      address: burst,
      56: burst * networkFactors[56],
      48: burst * networkFactors[48],
    };
    expect([row.bucket, row.perNetwork]).toEqual([row.bucket, bursts]);
  }
});

it('has a row for every place that refuses for lack of capacity', () => {
  const files = globSync('src/{core,http,adapters}/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => REFUSAL.test(readFileSync(path.join(root, file), 'utf8')));
  const known = Object.keys({ ...REFUSED_IN, ...OTHERS });
  expect(files.filter((file) => !known.includes(file)).toSorted()).toEqual([]);
  // Order of turns is not a refusal; everything else that is named must still be one.
  const gone = known.filter((file) => !files.includes(file) && !file.endsWith('queue-order.ts'));
  expect(gone).toEqual([]);
  const rows = new Set<string>(Object.values(REFUSED_IN).flat());
  expect(Object.keys(SHARED_RESOURCES).filter((name) => !rows.has(name))).toEqual([]);
});
