// Two made-up migrations that take a while, so that instances which do not wait for one another meet in them.
import { setTimeout as wait } from 'node:timers/promises';
import type { Migration } from 'kysely/migration';

/** The names of the two steps. */
export const TWO_STEPS = ['9998-first', '9999-second'] as const;

/** A step that makes the table `numbers` and one that adds a row to it; `fail` throws at the end of the second. */
export function createTwoSteps(fail?: () => never): Readonly<Record<string, Migration>> {
  return {
    [TWO_STEPS[0]]: {
      up: async (db) => {
        await wait(100);
        await db.schema.createTable('numbers').addColumn('n', 'bigint').execute();
      },
    },
    [TWO_STEPS[1]]: {
      up: async (db) => {
        await db.insertInto('numbers').values({ n: 1 }).execute();
        await wait(100);
        fail?.();
      },
    },
  };
}
