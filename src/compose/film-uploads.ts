// Wires operators' uploaded videos and the order of the list.
import { randomBytes } from 'node:crypto';
import { createAuditLog } from '../adapters/database/audit-log.ts';
import type { Database } from '../adapters/database/schema.ts';
import { createTrendingOrder } from '../adapters/database/trending-order.ts';
import type { Clock } from '../core/async/clock.ts';
import { createFilming } from '../core/trending/filming.ts';
import { createOrdering } from '../core/trending/ordering.ts';
import type { FilmFiles, Films, TrendingFiles, TrendingVideos } from '../core/trending/ports.ts';
import type { Services } from '../http/services.ts';

const DAY_MS = 24 * 3_600_000;

/** Opens uploads and the order, and removes drafts that a killed server left. `pictures` are the stored files. */
export async function composeFilmUploads(needs: {
  readonly films: Films;
  readonly clock: Clock;
  readonly database: Database;
  readonly files: FilmFiles;
  readonly videos: TrendingVideos;
  readonly pictures: TrendingFiles;
}): Promise<Pick<Services, 'filming' | 'ordering'>> {
  const { clock, videos, pictures, files, films } = needs;
  const { db } = needs.database;
  const audit = createAuditLog(db);
  const newId = () => randomBytes(16).toString('hex');
  await files.forgetDrafts(clock.now() - DAY_MS);
  return {
    filming: createFilming({ videos, pictures, films, files, audit, clock, newId }),
    ordering: createOrdering({ order: createTrendingOrder(db), audit, clock, newId }),
  };
}
