// Finds out whether the database can be written and read at this moment; for readiness.

import type { Clock } from '../../../core/async/clock.ts';
import type { Database } from '../schema.ts';
import { createSettings } from '../settings.ts';

/** Throws an Error that says what is wrong, or what the driver throws. It writes one small row. */
export async function checkDatabase(
  database: Pick<Database, 'db' | 'isInPlace'>,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  // Otherwise all goes well, on a file that nobody will find at the next start.
  if (!(await database.isInPlace())) throw new Error('the file was deleted or replaced');
  const settings = createSettings(database.db);
  // Another value each time: SQLite does not write a page on which nothing changes.
  await settings.write('readiness', clock.now());
  if ((await settings.read('readiness')) === null) throw new Error('what was written is not there');
}
