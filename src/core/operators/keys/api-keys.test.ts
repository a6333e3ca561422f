// The rules of keys: which work, what guessing costs, what a day and an hour allow, and whose they are.
import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../../tests/support/run/manual-clock.ts';
import type { ApiKey } from './api-key.ts';
import { type ApiKeyService, createApiKeys } from './api-keys.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = 20_000 * DAY_MS;
const NONE = { openJobs: null, perHour: null, bytesPerDay: null };

let clock: ManualClock;
let kept: Map<string, ApiKey>;
let done: string[];
let taken: string[];
let log: string[];
let active: Record<string, number>;
let service: ApiKeyService;
beforeEach(() => {
  clock = createManualClock(NOW);
  [kept, done, taken, log, active] = [new Map(), [], [], [], { program: 0, extension: 0 }];
  const change = (id: string, part: Partial<ApiKey>) => {
    for (const [hash, key] of kept) if (key.id === id) kept.set(hash, { ...key, ...part });
  };
  const all = () => [...kept.values()];
  service = createApiKeys({
    keys: {
      add: async (key, hash) => void kept.set(hash, key),
      find: async (hash) => kept.get(hash) ?? null,
      get: async (id) => all().find((key) => key.id === id) ?? null,
      list: async (kind, { madeBy }) =>
        all()
          .filter((key) => key.kind === kind && (madeBy === undefined || key.madeBy === madeBy))
          .reverse(),
      countActive: async (kind) => active[kind] ?? 0,
      hasOrigin: async () => false,
      async revoke(id, revokedAt) {
        const isNew = all().some((key) => key.id === id && key.revokedAt === null);
        change(id, { revokedAt });
        return isNew;
      },
      async noteUse(id, day, bytes) {
        done.push(`${id} ${day - NOW} ${bytes}`);
        const old = all().find((key) => key.id === id);
        change(id, { usedOn: day, usedBytes: (old?.usedOn === day ? old.usedBytes : 0) + bytes });
      },
      async forgetBefore(kind, before) {
        done.push(`${kind} before ${(before - NOW) / DAY_MS}`);
        return 0;
      },
    },
    secrets: { make: () => `secret ${kept.size}`, hashOf: (secret) => `hash of ${secret}` },
    audit: {
      add: async ({ admin, action, subject, details }) =>
        void log.push(`${admin} ${action} ${subject} ${JSON.stringify(details)}`),
    },
    limiter: {
      async take(bucket, key, cost) {
        taken.push(`${bucket} ${key} ${cost}`);
        return { allowed: true, retryAfterSeconds: 0 };
      },
    },
    clock,
    newId: () => `${kept.size}`,
  });
});
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'ok',
    (error) =>
      error.params.retryAfterSeconds
        ? `${error.code} ${error.params.retryAfterSeconds}`
        : error.code,
  );
const program = (part: Partial<ApiKey> = {}) =>
  service.makeForProgram('ann', {
    name: 'Mine',
    expiresAt: null,
    origins: [],
    limits: NONE,
    ...part,
  });
const extension = (visitor = 'v') =>
  service.makeForExtension(visitor, 'home', { name: 'Mine', origins: ['a', 'a', 'b'] });

describe('a key', () => {
  it('works until it expires or is revoked, whichever comes first', async () => {
    const { secret } = await program({ expiresAt: NOW + HOUR_MS });
    const other = await program();
    clock.advance(HOUR_MS - 1);
    expect(await codeOf(service.recognize(secret, 'home'))).toBe('ok');
    clock.advance(1);
    expect(await codeOf(service.recognize(secret, 'home'))).toBe('key_unknown');
    await service.revoke('ann', other.key.id);
    expect(await codeOf(service.recognize(other.secret, 'home'))).toBe('key_unknown');
  });

  it('costs its network an attempt where it did not work within the last hour; a guess always does', async () => {
    const { secret } = await program();
    const recognize = (text: string | null) => codeOf(service.recognize(text, 'home'));
    await recognize(secret);
    await recognize(secret);
    expect(taken).toEqual(['keyGuess home 1']);
    clock.advance(HOUR_MS);
    await recognize(secret);
    expect([await recognize('guess'), await recognize('guess'), await recognize(null)]).toEqual(
      Array(3).fill('key_unknown'),
    );
    expect(taken).toHaveLength(5);
  });

  it('is noted once a day, and starts each day with nothing sent', async () => {
    const { secret } = await program({ limits: { ...NONE, bytesPerDay: 10 } });
    const first = await service.recognize(secret, 'home');
    await service.takeBytes(first, 10);
    expect(await service.recognize(secret, 'home')).toMatchObject({ usedOn: NOW, usedBytes: 10 });
    clock.advance(DAY_MS);
    const next = await service.recognize(secret, 'home');
    expect(next).toMatchObject({ usedOn: NOW + DAY_MS, usedBytes: 0 });
    expect(done).toEqual(['0 0 0', '0 0 10', `0 ${DAY_MS} 0`]);
  });

  it('sends until the bytes of its day are used up; what was not sent is given back on that day only', async () => {
    const { secret } = await program({ limits: { ...NONE, bytesPerDay: 10 } });
    const take = async () => service.takeBytes(await service.recognize(secret, 'home'), 9);
    await take();
    const giveBack = await take();
    clock.advance(DAY_MS - 1500);
    expect(await codeOf(take())).toBe('too_many_requests 2');
    await giveBack(0);
    await giveBack(9);
    expect(await codeOf(take())).toBe('ok');
    clock.advance(1500);
    const before = done.length;
    await giveBack(9);
    expect(done).toHaveLength(before);
  });

  it('without limits is counted neither by the hour nor by the day', async () => {
    const { key } = await program();
    await service.takeHourly(key);
    await (await service.takeBytes(key, 5))(5);
    expect([taken, done]).toEqual([[], []]);
    await service.takeHourly({ ...key, limits: { ...NONE, perHour: 4 } });
    expect(taken).toEqual([`key key-0 ${HOUR_MS / 4}`]);
  });
});

describe('the key of a visitor', () => {
  it('lives thirty days, names each origin once, and the fourth takes the place of the oldest', async () => {
    const made = [await extension(), await extension(), await extension()];
    expect(made[0]?.key).toMatchObject({ expiresAt: NOW + 30 * DAY_MS, madeBy: 'v', limits: NONE });
    expect(made[0]?.key.origins).toEqual(['a', 'b']);
    await extension('another');
    await extension();
    expect((await service.ofVisitor('v')).map(({ id }) => id)).toEqual(['4', '2', '1']);
    expect(taken).toEqual(Array(5).fill('newKey home 1'));
  });

  it('is revoked by that visitor alone, once; the key of a program by an operator', async () => {
    const [own, ofProgram] = [(await extension()).key.id, (await program({ madeBy: 'v' })).key.id];
    const cases = [
      service.revokeOwn('another', own),
      service.revokeOwn('v', ofProgram),
      service.revokeOwn('ann', ofProgram),
      service.revoke('ann', own),
      service.revokeOwn('v', own),
    ];
    const codes = [];
    for (const one of cases) codes.push(await codeOf(one));
    expect(codes).toEqual([...Array(4).fill('not_found_page'), 'ok']);
    expect(await codeOf(service.revokeOwn('v', own))).toBe('not_found_page');
    expect(await codeOf(service.revoke('bob', ofProgram))).toBe('ok');
    expect(await codeOf(service.revoke('bob', ofProgram))).toBe('not_found_page');
    expect(log).toEqual(['ann key_made 1 {"name":"Mine"}', 'bob key_revoked 1 {"name":"Mine"}']);
  });
});

it('no more keys are made than may work at once', async () => {
  active = { program: 499, extension: 49_999 };
  expect([await codeOf(program()), await codeOf(extension())]).toEqual(['ok', 'ok']);
  active = { program: 500, extension: 50_000 };
  expect([await codeOf(program()), await codeOf(extension())]).toEqual(
    Array(2).fill('server_full 3600'),
  );
});

it('keys of extensions are forgotten when they end, those of programs ninety days later', async () => {
  active = { program: 3, extension: 7 };
  await service.sweep();
  expect(done).toEqual(['extension before 0', 'program before -90']);
  expect(await service.list()).toEqual({ keys: [], extensionKeys: 7 });
});
