import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/errors.ts';
import { asDatabaseError } from './database-error.ts';

/** The error that SQLite throws when its file may not grow. */
function fullDatabaseError(): unknown {
  const db = new DatabaseSync(':memory:');
  try {
    db.exec('pragma max_page_count = 2; create table t (x)');
    db.exec('insert into t values (zeroblob(1000000))');
  } catch (error) {
    return error;
  } finally {
    db.close();
  }
  throw new Error('there was space');
}

describe('a failed statement', () => {
  it('of a full SQLite is server_full', () => {
    const error = asDatabaseError(fullDatabaseError());
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'server_full', params: { retryAfterSeconds: 60 } });
  });

  it.each([5, 261, 517, 773])(
    'of a SQLite that another process has locked is server_busy: %d',
    (errcode) => {
      expect(asDatabaseError(Object.assign(new Error('no'), { errcode }))).toMatchObject({
        code: 'server_busy',
        params: { retryAfterSeconds: 5 },
      });
    },
  );

  it.each([
    { code: '57P01' },
    { code: '57P03' },
    { code: '25006' },
    { code: '08006' },
    { code: 'ECONNREFUSED' },
    { message: 'Connection terminated unexpectedly' },
  ])('of a PostgreSQL that is away is server_busy: %s', (facts) => {
    expect(asDatabaseError(Object.assign(new Error('no'), facts))).toMatchObject({
      code: 'server_busy',
      params: { retryAfterSeconds: 5 },
    });
  });

  it('of a full PostgreSQL is server_full', () => {
    expect(asDatabaseError(Object.assign(new Error('no'), { code: '53100' }))).toMatchObject({
      code: 'server_full',
    });
  });

  it.each([new Error('no'), null, Object.assign(new Error('no'), { errcode: 19 })])(
    'of another kind stays what it is: %s',
    (error) => {
      expect(asDatabaseError(error)).toBe(error);
    },
  );
});
