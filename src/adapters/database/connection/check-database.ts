// Checks that the database can be written and read; for readiness.

import type { Clock } from '../../../core/async/clock.ts';
import type { Database } from '../schema.ts';
import { createSettings } from '../settings.ts';

/** Throws an Error that names the problem, or the driver's error. Writes one small row. */
export async function checkDatabase(
  database: Pick<Database, 'db' | 'isInPlace'>,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  // Otherwise everything would succeed, on a file that the next start does not find.
  if (!(await database.isInPlace())) throw new Error('the file was deleted or replaced');
  const settings = createSettings(database.db);
  // A new value each time: SQLite does not write an unchanged page.
  await settings.write('readiness', clock.now());
  if ((await settings.read('readiness')) === null) throw new Error('what was written is not there');
}
