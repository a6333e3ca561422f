// The operators' side with uploads behind it: real files, real programs in their sandbox, and films to send.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAuditLog } from '../../../src/adapters/database/audit-log.ts';
import { openDatabase } from '../../../src/adapters/database/connection/open-database.ts';
import { createTrendingOrder } from '../../../src/adapters/database/trending-order.ts';
import { createTrendingVideos } from '../../../src/adapters/database/trending-videos.ts';
import { createFilms } from '../../../src/adapters/ffmpeg/films.ts';
import { createFilmFiles } from '../../../src/adapters/files/film-files.ts';
import { createTrendingFiles } from '../../../src/adapters/files/trending-files.ts';
import { probeSandboxes } from '../../../src/adapters/process/probe-sandboxes.ts';
import { createCurating } from '../../../src/core/trending/curating.ts';
import { createFilming } from '../../../src/core/trending/filming.ts';
import { createOrdering } from '../../../src/core/trending/ordering.ts';
import type { Services } from '../../../src/http/services.ts';
import type { TestDatabase } from '../../contracts/databases.ts';
import { H264, type MediaFolder, tone } from '../media/media-fixtures.ts';
import { type AdminFixture, startAdminFixture } from './admin-fixture.ts';

/** Personal text in a recording's title tag; its comment tag holds a place. */
export const SECRET = 'my own living room';

const NOTHING_FETCHED = {
  render: () => Promise.reject(new TypeError('nothing is fetched here')),
};

/** The fixture, the folder of kept files, and how much lies in it. */
export type UploadFixture = AdminFixture & {
  readonly dataDir: string;
  /** Names of all files and folders beside trending videos. */
  readonly filesOnDisk: () => Promise<readonly string[]>;
  readonly sweep: () => Promise<void>;
};

/** A database in memory, of this test alone. */
export async function sqliteInMemory(): Promise<TestDatabase> {
  const database = await openDatabase({ url: null, dataDir: ':memory:' });
  return { ...database, end: database.close };
}

/** Starts it. `dataDir` is made and removed unless given. */
export async function startUploadFixture(
  database: TestDatabase,
  over: Partial<Services> = {},
  dataDir?: string,
): Promise<UploadFixture> {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'keepreel-uploads-')));
  const sandbox = await probeSandboxes();
  let sweep = async (): Promise<void> => undefined;
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `id${ids}`;
  };
  const fixture = await startAdminFixture(database, {}, ({ clock, db }) => {
    const videos = createTrendingVideos(db);
    const trendingFiles = createTrendingFiles(folder);
    const audit = createAuditLog(db);
    const curating = createCurating({
      blockList: { hasAddress: () => false },
      videos,
      files: trendingFiles,
      clock,
      audit,
      newId,
      thumbnails: over.thumbnails ?? NOTHING_FETCHED,
    });
    sweep = curating.sweep;
    return {
      trendingVideos: videos,
      trendingFiles,
      curating,
      filming: createFilming({
        videos,
        pictures: trendingFiles,
        audit,
        clock,
        newId,
        files: createFilmFiles(folder, 'a-server'),
        films: createFilms({ ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox }),
      }),
      ordering: createOrdering({ order: createTrendingOrder(db), audit, clock, newId }),
      ...over,
    };
  });
  return {
    ...fixture,
    dataDir: folder,
    filesOnDisk: async () => (await readdir(path.join(folder, 'trending')).catch(() => [])).sort(),
    sweep: () => sweep(),
    async close() {
      await fixture.close();
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A second of picture and sound, with words of its maker in it; the bytes of the file. */
export async function makeFilm(
  media: MediaFolder,
  name: string,
  { colour = 'red', words = H264 }: { colour?: string; words?: readonly string[] } = {},
): Promise<Buffer> {
  const picture = ['-f', 'lavfi', '-i', `color=${colour}:s=64x36:r=10:d=1`];
  const told = ['-metadata', `title=${SECRET}`, '-metadata', 'comment=+48.1372+011.5755/'];
  return readFile(await media.ffmpeg(name, ...picture, ...tone(1), ...words, ...told));
}

/** The film with a box behind it that players skip, so that it has exactly this many bytes. */
export function padded(film: Buffer, bytes: number): Buffer {
  const whole = Buffer.alloc(bytes);
  film.copy(whole);
  whole.writeUInt32BE(bytes - film.length, film.length);
  whole.write('free', film.length + 4, 'latin1');
  return whole;
}
