// Which setup the doctor checks: what operators set where it can be read, else that of the settings; it creates nothing.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../adapters/database/connection/open-database.ts';
import { createSettings } from '../adapters/database/settings.ts';
import { openSecret } from '../adapters/secrets/secret.ts';
import { createVault } from '../compose/egress/setups.ts';
import { readConfig } from '../config.ts';
import { setupInUse } from './doctor-setup.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-doctor-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const WORKER = {
  ROLE: 'worker',
  DATABASE_URL: 'postgres://localhost/none',
  REDIS_URL: 'redis://localhost',
  S3_BUCKET: 'files',
  S3_REGION: 'eu',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
};

const configOf = (settings: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: dataDir, EGRESSES: 'home=direct', ...settings });
const idsOf = async (settings?: Record<string, string>) =>
  (await setupInUse(configOf(settings))).setup.egresses.map(({ id }) => id);
const messageOf = async () => (await setupInUse(configOf())).finding;

async function store(texts: Record<string, string>, secret?: Uint8Array): Promise<void> {
  const database = await openDatabase({ url: null, dataDir });
  const vault = createVault(secret ?? (await openSecret(dataDir)));
  const setup = { chosen: vault.seal(texts), live: vault.seal(texts) };
  await createSettings(database.db).write('engine', { setup });
  await database.close();
}

it('is that of the settings before the first start, and nothing is created', async () => {
  expect(await messageOf()).toEqual({
    state: 'ok',
    name: 'setup',
    message: 'from the settings alone: nothing is stored yet',
  });
  expect(await readdir(dataDir)).toEqual([]);
});

it('is what operators set, and says so', async () => {
  await store({ egresses: 'office=direct' });
  expect(await idsOf()).toEqual(['office']);
  expect((await messageOf()).message).toBe(
    'egresses set by operators; arguments from the settings; provider of tokens from the settings',
  );
});

it('is that of the settings where nothing stored can be read or used, and says why', async () => {
  await store({ egresses: 'office=direct' });
  const key = path.join(dataDir, 'none');
  expect(await idsOf({ SECRET_KEY_FILE: key })).toEqual(['home']);
  expect((await setupInUse(configOf({ SECRET_KEY_FILE: key }))).finding).toMatchObject({
    state: 'degraded',
    message: expect.stringContaining('no access to what is stored'),
  });
  await store({ egresses: 'office' });
  expect(await idsOf()).toEqual(['home']);
  expect((await messageOf()).message).toContain('what operators set cannot be used');
});

it('is what operators set but for what cannot be used', async () => {
  const provider = `http://127.0.0.1:4416; plugin=${'0'.repeat(64)}`;
  await store({ egresses: 'office=direct', provider });
  expect(await idsOf()).toEqual(['office']);
  const { state, message } = await messageOf();
  expect(state).toBe('degraded');
  expect(message).toMatch(/^egresses set by operators; .*provider .*cannot be used \(POT_PLUGIN/);
});

it('of a worker has its own egresses', async () => {
  await store({ egresses: 'office=direct' });
  const { setup, finding } = await setupInUse(configOf(WORKER));
  expect(setup.egresses[0].id).toMatch(/^home-/);
  expect(finding.message).toContain('from the settings alone: a worker keeps its own egresses');
});

it('names what is wrong with the settings', async () => {
  await expect(setupInUse(configOf({ EGRESSES: 'home' }))).rejects.toThrow('name=address');
});
