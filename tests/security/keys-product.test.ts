// What a key may have at the same time, in the whole product.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdminCommand } from '../../src/commands/admin.ts';
import { readConfig } from '../../src/config.ts';
import { FILM_HOST, film, filmLink } from '../fixtures/download/films.ts';
import { bearer } from '../support/http/keys-fixture.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { freshAddress } from '../support/product/product.ts';

let fixture: DownloadFixture;
beforeAll(async () => {
  fixture = await startDownloadFixture({ filmOf: () => film('Short', 4) });
  fixture.lab.faults.add({
    host: FILM_HOST,
    pathPrefix: '/',
    fault: { kind: 'slow', bytesPerSecond: 1000 },
  });
});
afterAll(() => fixture?.close());

const keyWith = async (...words: string[]) => {
  const config = readConfig({ DATA_DIR: fixture.dataDir, LOG_LEVEL: 'silent' });
  const terminal = { isTerminal: true, readAll: async () => '' };
  const { message } = await runAdminCommand(config, ['keys', 'add', 'Busy', ...words], terminal);
  return /kr_[\w-]{43}$/.exec(message)?.[0] ?? '';
};
const start = async (id: number, headers: Record<string, string>) => {
  const response = await fetch(`${fixture.origin()}/api/download`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async', ...headers },
    body: JSON.stringify({ url: filmLink(String(id)) }),
  });
  const { code } = (await response.json()) as { code?: string };
  return code ?? response.status;
};

it('a key has as many open downloads as its operator allows, from all networks together', async () => {
  const secret = await keyWith('--open', '3');
  const answers = [];
  for (let id = 1; id <= 5; id += 1)
    answers.push(await start(id, { ...bearer(secret), 'x-forwarded-for': freshAddress() }));
  expect(answers).toEqual([202, 202, 202, 'too_many_jobs', 'too_many_jobs']);
  // The same again is the same download.
  expect(await start(1, bearer(secret))).toBe(202);
});

it('a key without limits has what a visitor has, and takes nothing from the network it is used from', async () => {
  const secret = await keyWith();
  const from = { 'x-forwarded-for': freshAddress() };
  const answers = [];
  for (let id = 11; id <= 24; id += 1)
    answers.push(await start(id, { ...bearer(secret), ...from }));
  expect(answers).toEqual([...Array(12).fill(202), 'too_many_jobs', 'too_many_jobs']);
  expect(await start(25, from)).toBe(202);
});
