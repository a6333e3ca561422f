// `npm run admin` as the owner of the machine uses it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAdmins } from '../../src/adapters/database/admins.ts';
import { createAuditLog } from '../../src/adapters/database/audit-log.ts';
import { createPasswords } from '../../src/adapters/secrets/passwords.ts';
import { runAdminCommand } from '../../src/commands/admin.ts';
import { openConfiguredDatabase } from '../../src/compose/state/configured-data.ts';
import { type Config, readConfig } from '../../src/config.ts';

let config: Config;
beforeEach(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-admin-'));
  config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
});
afterEach(() => rm(config.DATA_DIR, { recursive: true, force: true }));

const GOOD = 'violet tractor beneath moon';
const run = (words: string, { isTerminal = true, typed = '' } = {}) =>
  runAdminCommand(config, words.split(' '), { isTerminal, readAll: async () => typed });
/** The row of an operator, read directly from the database. */
const inDatabase = async (email: string) => {
  const database = await openConfiguredDatabase(config);
  const found = await createAdmins(database.db).find(email);
  const log = await createAuditLog(database.db).list(9, null);
  await database.close();
  return { found, log: log.map(({ action }) => action) };
};
const knows = async (email: string, password: string) =>
  createPasswords().verify(password, (await inDatabase(email)).found?.password ?? null);

describe('an operator', () => {
  it('is added with a generated password that is shown once', async () => {
    const { isDone, message } = await run('add Ann@Site.example');
    expect(isDone).toBe(true);
    const made = /shown only this once: (\S{20})$/.exec(message)?.[1] ?? '';
    expect(await knows('ann@site.example', made)).toBe(true);
    expect((await inDatabase('ann@site.example')).log).toEqual(['admin_added']);
    expect((await run('list')).message).toMatch(/^\d{4}-\d\d-\d\d {2}ann@site\.example$/);
  });

  it('is not added when the generated password could not be shown', async () => {
    const { isDone, message } = await run('add ann@site.example', { isTerminal: false });
    expect([isDone, message]).toEqual([false, expect.stringContaining('--stdin')]);
    expect((await inDatabase('ann@site.example')).found).toBeNull();
  });

  it('is added with a password of their own, which is shown nowhere', async () => {
    const { isDone, message } = await run('add ann@site.example --stdin', {
      isTerminal: false,
      typed: `${GOOD}\n`,
    });
    expect([isDone, message]).toEqual([true, 'ann@site.example can sign in now.']);
    expect(await knows('ann@site.example', GOOD)).toBe(true);
  });

  it.each([
    ['too short', 'violet', /at least 12 characters/],
    ['in every list', 'password12345', /easy to guess/],
    ['their address', 'ann@site.example', /easy to guess/],
    ['of a single key', 'aaaaaaaaaaaaaaaa', /easy to guess/],
    ['longer than any', 'violet tractor '.repeat(100), /too long/],
  ])('has no password that is %s', async (_what, typed, words) => {
    const { isDone, message } = await run('add ann@site.example --stdin', { typed });
    expect([isDone, message]).toEqual([false, expect.stringMatching(words)]);
  });

  it('is not added twice, and gets a new password by name', async () => {
    await run('add ann@site.example --stdin', { typed: GOOD });
    expect(await run('add ann@site.example')).toEqual({
      isDone: false,
      message: 'ann@site.example is already an operator.',
    });
    expect(await knows('ann@site.example', GOOD)).toBe(true);
    await run('reset ann@site.example --stdin', { typed: `${GOOD} again` });
    expect(await knows('ann@site.example', `${GOOD} again`)).toBe(true);
    expect((await inDatabase('ann@site.example')).log).toContain('password_reset');
  });

  it('who is removed is gone', async () => {
    await run('add ann@site.example');
    expect((await run('remove ann@site.example')).isDone).toBe(true);
    expect((await inDatabase('ann@site.example')).found).toBeNull();
    for (const word of ['remove', 'reset'])
      expect((await run(`${word} ann@site.example`)).isDone).toBe(false);
    expect((await run('list')).message).toContain('no operators yet');
  });

  it.each([
    ['', 'npm run admin -- list'],
    ['add', '"add" needs the email address of an operator.'],
    ['add ann', '"ann" is not an email address.'],
    ['list ann@site.example', '"list" takes no address.'],
    ['promote ann@site.example', 'There is no command "promote".'],
  ])('is not meant by "%s", and the answer says why', async (words, why) => {
    const { isDone, message } = await run(words);
    expect([isDone, message.startsWith(why)]).toEqual([false, true]);
    expect(message).toContain('npm run admin -- add');
  });
});
