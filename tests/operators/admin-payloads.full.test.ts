// Every payload that the dashboard of the specification may send, over HTTP: taken, or refused with the name of its field.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADD_PAYLOAD,
  ADD_ROWS,
  BARE_CALLS,
  EDIT_PAYLOAD,
  EDIT_ROWS,
  FILM,
  OWN_PICTURE,
  type PayloadRow,
  REPLACE_PAYLOAD,
  REPLACE_ROWS,
  SIGN_IN_ROWS,
  UPLOAD_PAYLOAD,
  UPLOAD_ROWS,
} from '../fixtures/operator-payloads.ts';
import { bodyOf } from '../support/http/http-fixture.ts';
import { createMediaFolder, type MediaFolder } from '../support/media/media-fixtures.ts';
import { clientOf, formOf, type Item } from '../support/operators/upload-client.ts';
import {
  makeFilm,
  sqliteInMemory,
  startUploadFixture,
  type UploadFixture,
} from '../support/operators/upload-fixture.ts';

let media: MediaFolder;
let film: Buffer;
let fixture: UploadFixture;
let cookie: string;
beforeAll(async () => {
  media = await createMediaFolder();
  film = await makeFilm(media, 'red.mp4');
  // The door and the sandbox have tests of their own.
  const render = async () => new TextEncoder().encode('a picture');
  fixture = await startUploadFixture(await sqliteInMemory(), { thumbnails: { render } });
  cookie = await fixture.signedIn();
});
afterAll(async () => {
  await fixture?.close();
  await media?.remove();
});
beforeEach(async () => {
  // The bucket of the calls is full again.
  fixture.clock.advance(30_000);
  await fixture.database.db.deleteFrom('trending_videos').execute();
});
const { send, upload, list } = clientOf(
  () => fixture,
  () => cookie,
  () => film,
);

const cases = (rows: readonly PayloadRow[]) => rows.map((row) => [row.what, row] as const);
/** A video with a picture, as the specification's dashboard adds one. */
const addOne = async (): Promise<Item> => {
  const wish = { ...ADD_PAYLOAD, platform: 'youtube' };
  const answer = await send('POST', '/admin/trending', wish);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Item;
};

/** The fields with what stands for a picture or a file replaced, without those that are left out. */
function filledIn(payload: Readonly<Record<string, unknown>>, picture: unknown) {
  const values: Readonly<Record<string, unknown>> = {
    [OWN_PICTURE.path]: picture,
    [OWN_PICTURE.address]: `${fixture.origin}${picture}`,
    [FILM.whole]: film,
    [FILM.empty]: Buffer.alloc(0),
  };
  const fill = (value: unknown) =>
    typeof value === 'string' && Object.hasOwn(values, value) ? values[value] : value;
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, fill(value)]],
    ),
  );
}

/** Holds an answer against its row. */
async function judge(answer: Response, row: PayloadRow, status: number, picture?: unknown) {
  const body = await bodyOf(answer);
  if (row.refused !== undefined) {
    expect([answer.status, body]).toMatchObject([
      400,
      { code: 'invalid_request', params: { field: row.refused } },
    ]);
    expect(body['message']).toContain(`“${row.refused}”`);
    return;
  }
  expect([answer.status, body['message']]).toEqual([status, undefined]);
  const expected = filledIn(row.answer ?? {}, picture);
  expect(body).toMatchObject(expected);
  for (const name of Object.keys(row.answer ?? {})) expect(name in body).toBe(name in expected);
  expect(await list()).toEqual([body]);
}

describe('POST /admin/trending takes or refuses', () => {
  it.each(cases(ADD_ROWS))('%s', async (_what, row) => {
    const payload = filledIn({ ...ADD_PAYLOAD, ...row.over }, '/trending-files/id1.jpg');
    await judge(await send('POST', '/admin/trending', payload), row, 201);
    if (row.refused !== undefined) expect(await list()).toEqual([]);
  });
});

describe('PUT /admin/trending/{id} takes or refuses', () => {
  it.each(cases(EDIT_ROWS))('%s', async (_what, row) => {
    const before = await addOne();
    const picture = before['thumbnailUrl'];
    expect(picture).toMatch(/^\/trending-files\/id\d+\.jpg$/);
    const payload = filledIn({ ...EDIT_PAYLOAD, ...row.over }, picture);
    const answer = await send('PUT', `/admin/trending/${before.id}`, payload);
    await judge(answer, row, 200, picture);
    if (row.refused !== undefined) expect(await list()).toEqual([before]);
    const [after] = await list();
    const shown = after?.['thumbnailUrl'];
    if (shown !== undefined)
      expect(await (await fetch(`${fixture.origin}${shown}`)).text()).toBe('a picture');
  });
});

describe('POST /admin/upload-trending takes or refuses', () => {
  it.each(cases(UPLOAD_ROWS))('%s', async (_what, row) => {
    const answer = await upload(formFields({ ...UPLOAD_PAYLOAD, ...row.over }));
    await judge(answer, row, 201);
    if (row.refused !== undefined) expect(await list()).toEqual([]);
  });
});

describe('POST /admin/update-trending-with-file/{id} takes or refuses', () => {
  it.each(cases(REPLACE_ROWS))('%s', async (_what, row) => {
    const before = await addOne();
    const form = formOf(formFields({ ...REPLACE_PAYLOAD, ...row.over }));
    const answer = await send('POST', `/admin/update-trending-with-file/${before.id}`, form);
    await judge(answer, row, 200);
    if (row.refused !== undefined) expect(await list()).toEqual([before]);
  });
});

describe('POST /api/admin/login refuses', () => {
  let visitors = 0;
  it.each(SIGN_IN_ROWS)('%s', async (_what, payload, status, code, field) => {
    // Each from an address of its own, for one address may try five times.
    visitors += 1;
    const from = { 'x-forwarded-for': `203.0.113.${visitors}` };
    const answer = await send('POST', '/api/admin/login', payload as object, from);
    const body = await bodyOf(answer);
    expect([answer.status, body['code'], body['params']]).toEqual([
      status,
      code,
      field === undefined ? undefined : { field },
    ]);
  });
});

describe('a call without a payload', () => {
  it.each(BARE_CALLS)('%s %s is accepted though it names JSON', async (method, at, status) => {
    const { id } = await addOne();
    const headers = { cookie: await fixture.signedIn(), 'content-type': 'application/json' };
    const answer = await fetch(fixture.origin + at.replace('{id}', id), { method, headers });
    expect(answer.status).toBe(status);
  });
});

function formFields(payload: Readonly<Record<string, unknown>>) {
  return filledIn(payload, '') as Readonly<Record<string, string | Buffer>>;
}
