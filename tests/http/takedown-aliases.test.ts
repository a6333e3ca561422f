// Every way of writing the link of a blocked video, over HTTP: 451, and the platform is never asked.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../src/adapters/database/connection/open-database.ts';
import aliases from '../fixtures/takedown-aliases.json' with { type: 'json' };
import {
  startTakedownFixture,
  type TakedownFixture,
} from '../support/takedowns/takedown-fixture.ts';

let fixture: TakedownFixture;
beforeAll(async () => {
  const database = await openDatabase({ url: null, dataDir: ':memory:' });
  fixture = await startTakedownFixture({ ...database, end: database.close });
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

it.each(aliases)(
  '$url is blocked as $canonical, without the engine',
  async ({ url, canonical }) => {
    const [platform = '', id = ''] = canonical.split(':');
    const link = {
      youtube: `https://youtu.be/${id}`,
      tiktok: `https://www.tiktok.com/@x/video/${id}`,
      facebook: `https://www.facebook.com/watch/?v=${id}`,
      instagram: `https://www.instagram.com/p/${id}/`,
      twitter: `https://x.com/i/status/${id}`,
    }[platform];
    const reason = 'Asked for.';
    const added = await fixture.asAnn('POST', '/api/admin/blocks', { link, reason });
    expect([added.status, added.body.subject]).toEqual([201, canonical]);
    const blocked = await fixture.call('POST', '/api/inspect', { url });
    expect([blocked.status, blocked.body.code]).toEqual([451, 'taken_down']);
    const detected = await fixture.call('POST', '/api/detect-platform', { url });
    expect(detected).toMatchObject({ status: 200, body: { isValid: false, code: 'taken_down' } });
    expect(detected.body.message).toMatch(/removed/);
    expect(fixture.asked).toEqual([]);
  },
);
