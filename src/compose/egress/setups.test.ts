// Setups from texts: their passwords, their ids, and what a server starts with.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../adapters/database/connection/open-database.ts';
import { createSettings } from '../../adapters/database/settings.ts';
import { deriveWorkerKeys } from '../../adapters/secrets/worker-keys.ts';
import { readConfig } from '../../config.ts';
import { configuredTexts } from './configured-texts.ts';
import { createArgumentsOpener, createSetupReader, createVault, firstSetup } from './setups.ts';
import { startingTexts } from './starting-texts.ts';

const NONE = { egresses: 'a=direct', arguments: '', provider: '' };
const SECRET = new Uint8Array(32).fill(7);
const config = readConfig({ EGRESSES: 'home=socks5h://ann:pa55@10.0.0.2\nb=direct' });

it('gives an egress that connects otherwise another id, and one that does not the same', () => {
  const first = firstSetup(config, configuredTexts(config));
  const read = createSetupReader(config, first);
  const ids = (egresses: string) => read({ ...NONE, egresses }).egresses.map(({ id }) => id);
  expect(ids('home=socks5h://ann:pa55@10.0.0.2; per-hour=5\nb=direct')).toEqual(['home', 'b']);
  const [other] = ids('home=socks5h://ann:pa55@10.0.0.3\nb=direct');
  expect(other).toMatch(/^home-[0-9a-f]{8}$/);
  expect(ids('home=socks5h://ann:pa55@10.0.0.3')).toEqual([other]);
  // Also one that the server did not start with.
  const [added] = ids('new=http://ann:pa55@10.0.0.4');
  expect([added, ...ids('new=http://bob:pa66@10.0.0.5')]).toEqual([
    'new',
    expect.stringMatching(/^new-[0-9a-f]{8}$/),
  ]);
  expect(ids('new=http://ann:pa55@10.0.0.4')).toEqual(['new']);
  // What the id is made of has no password, and another password is another egress all the same.
  const passwords = ['pa66', 'pa77', 'pa88'].map(
    (word) => ids(`home=socks5h://ann:${word}@10.0.0.2`)[0],
  );
  expect(passwords[0]).toMatch(/^home-[0-9a-f]{8}$/);
  expect(passwords.slice(1)).toEqual([`${passwords[0]}-2`, `${passwords[0]}-3`]);
  expect(ids('home=socks5h://ann:pa77@10.0.0.2')).toEqual([passwords[1]]);
  const elsewhere = createSetupReader(config, first);
  const [same] = elsewhere({ ...NONE, egresses: 'home=socks5h://bob:x@10.0.0.2' }).egresses;
  expect(same?.id).toBe(passwords[0]);
  expect(read({ ...NONE, egresses: '# ours\nb=direct' }).id).toBe(
    read({ ...NONE, egresses: 'b=direct', arguments: '# none' }).id,
  );
});

it('refuses a text with a sentence about its line, without its password', () => {
  const read = createSetupReader(config, firstSetup(config, configuredTexts(config)));
  const wrong = { ...NONE, egresses: '# ours\na=ftp://ann:pa55@proxy.test' };
  const refusal = (() => {
    try {
      return read(wrong);
    } catch (error) {
      return error;
    }
  })();
  expect(refusal).toMatchObject({
    code: 'invalid_request',
    params: { field: 'egresses', sentence: expect.stringContaining('EGRESSES, line 2 (a)') },
  });
  expect(JSON.stringify(refusal)).not.toContain('pa55');
  // What follows a semicolon by mistake, and what belongs into the other file.
  const pasted = 'http://ann:pa55@proxy.test:3128';
  for (const texts of [
    { ...NONE, egresses: `a=direct; ${pasted}`, arguments: '' },
    { ...NONE, egresses: `a=direct; q${pasted} =1`, arguments: '' },
    { ...NONE, egresses: 'a=direct', arguments: `a=${pasted}` },
    { ...NONE, egresses: 'a=direct', arguments: `a=http://ann${'n'.repeat(70)}:pa55@proxy.test` },
  ])
    expect(() => read(texts)).toThrow(/^invalid_request(?!.*pa55)/s);
  const unknown = { ...NONE, egresses: 'a=http://bob:***@proxy.test' };
  expect(() => read(unknown)).toThrow('write the password');
});

it('starts with what operators set, which nobody reads without the secret', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-setup-'));
  const database = await openDatabase({ url: null, dataDir });
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });
  const settings = createSettings(database.db);
  const warnings: string[] = [];
  const start = (secret: Uint8Array | null) =>
    startingTexts({
      config,
      db: database.db,
      keys: { secret, queue: deriveWorkerKeys(secret ?? SECRET).queue },
      warn: (text) => void warnings.push(text),
    });
  const vault = createVault(SECRET);
  const environment = configuredTexts(config);
  expect(await start(SECRET)).toEqual(environment);
  const args = 'youtube: lang=de';
  const keep = (texts: object, refused: readonly string[] = []) =>
    settings.write('engine', {
      setup: { chosen: vault.seal(texts), live: vault.seal({ egresses: 'live=direct' }), refused },
    });
  await keep({ arguments: args });
  expect(await start(SECRET)).toEqual({ ...environment, arguments: args });
  // A worker has no secret, and reads the arguments alone.
  expect(await start(null)).toEqual({ ...environment, arguments: args });
  expect(await start(new Uint8Array(32))).toEqual(environment);
  await keep({}, [vault.mark('egresses', environment.egresses)]);
  expect((await start(SECRET)).egresses).toBe('live=direct');
  expect(warnings).toEqual([]);
  await keep({ arguments: 'youtube: of_another_release=1' });
  expect(await start(SECRET)).toEqual(environment);
  expect(warnings).toHaveLength(1);
  // A plugin that is not here takes no egress away.
  const provider = `http://127.0.0.1:4416; plugin=${'0'.repeat(64)}`;
  await keep({ egresses: 'office=direct', provider });
  expect(await start(SECRET)).toEqual({ ...environment, egresses: 'office=direct' });
  expect(warnings).toHaveLength(2);
});

it('seals the arguments for workers too, and nothing else', () => {
  const { seal, open } = createVault(SECRET);
  const openArguments = createArgumentsOpener(deriveWorkerKeys(SECRET));
  const texts = { egresses: 'a=socks5h://ann:pa55@10.0.0.2', arguments: 'youtube: lang=de' };
  const sealed = seal(texts);
  expect([open(sealed), openArguments(sealed)]).toEqual([texts, { arguments: texts.arguments }]);
  expect(openArguments(seal({ egresses: 'a=direct' }))).toEqual({});
  expect(openArguments(seal({ arguments: '' }))).toEqual({ arguments: '' });
  // Of another key, of an older release, and what a worker must not read.
  const [own = '', ofWorkers = ''] = sealed.split('.');
  const others = createArgumentsOpener(deriveWorkerKeys(new Uint8Array(32)));
  expect([others(sealed), openArguments(own), openArguments(`${ofWorkers}.${own}`)]).toEqual([
    null,
    null,
    null,
  ]);
  // A worker can seal arguments, but no setup of servers.
  expect(open(`${ofWorkers}.${ofWorkers}`)).toBeNull();
});
