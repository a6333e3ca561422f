// A visitor has one open download for a request, whichever of the servers on one database is asked.
import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDownloads } from '../../../src/adapters/database/downloads.ts';
import { createSeal } from '../../../src/adapters/secrets/seal.ts';
import type { Downloads } from '../../../src/core/downloading/ports.ts';
import { makeDownload as download } from '../../support/media/make-download.ts';
import { databases, type TestDatabase } from '../databases.ts';

describe.each(databases)('adding a download once on %s', (_kind, make) => {
  const seal = createSeal(randomBytes(32));
  let database: TestDatabase;
  let downloads: Downloads;
  let others: Downloads;

  beforeAll(async () => {
    database = await make();
    downloads = createDownloads(database.db, seal, 'this server');
    others = createDownloads(database.db, seal, 'another server');
    return database.end;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('downloads').execute();
  });

  it('adds a request of a visitor once while it is open, whichever server is asked', async () => {
    const again = { link: 'https://www.tiktok.com/@mina/video/7' };
    expect(await downloads.addOnce(download('first', again))).toBe(true);
    expect(await others.addOnce(download('second', again))).toBe(false);
    expect(await others.get('second')).toBeNull();
    // Another visitor, another request, and one that may be there twice.
    expect(await others.addOnce(download('theirs', { ...again, visitor: 'b'.repeat(64) }))).toBe(
      true,
    );
    const elsewhere = { link: 'https://www.tiktok.com/@mina/video/8' };
    expect(await others.addOnce(download('other', elsewhere))).toBe(true);
    await others.add(download('twice', again));
    await downloads.change('first', 'open', { state: 'ready' });
    expect(await others.addOnce(download('later', again))).toBe(true);
    expect(await others.get('later')).toEqual(download('later', again));
  });

  it('adds it once, too, when both are asked at the same moment', async () => {
    const asked = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? downloads : others).addOnce(download(`n${n}`)),
    );
    expect((await Promise.all(asked)).filter((isAdded) => isAdded)).toHaveLength(1);
    expect(await database.db.selectFrom('downloads').select('id').execute()).toHaveLength(1);
  });
});
