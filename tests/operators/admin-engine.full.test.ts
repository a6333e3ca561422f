// Engine updates over HTTP, on both databases: what is shown, started and refused, and the log of it.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAuditLog } from '../../src/adapters/database/audit-log.ts';
import { createSettings } from '../../src/adapters/database/settings.ts';
import { createEngineControl } from '../../src/core/engine-updates/control.ts';
import type { EngineUpdates } from '../../src/core/engine-updates/updates.ts';
import type { EngineAnswer } from '../../src/shared/api/engine.ts';
import { databases } from '../contracts/databases.ts';
import {
  createEnginesInMemory,
  type EnginesInMemory,
  OLD,
} from '../support/engine/engines-in-memory.ts';
import { type AdminFixture, ANN, startAdminFixture } from '../support/operators/admin-fixture.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const NEW = '2026.09.01';

describe.each(databases)('the engine on %s', (_kind, make) => {
  let fixture: AdminFixture;
  let cookie: string;
  let engines: EnginesInMemory;
  let updates: EngineUpdates;
  beforeAll(async () => {
    const database = await make();
    engines = createEnginesInMemory(createSettings(database.db));
    updates = await engines.start('notify');
    let ids = 0;
    const newId = () => {
      ids += 1;
      return `id${ids}`;
    };
    fixture = await startAdminFixture(database, {}, ({ clock, db }) => ({
      engine: createEngineControl({ updates, clock, newId, audit: createAuditLog(db) }),
    }));
    cookie = await fixture.signedIn();
  });
  afterAll(async () => {
    await updates?.close();
    await fixture?.close();
  });

  const ask = (method: string, path = '', body?: unknown) => {
    fixture.clock.advance(30_000); // the bucket of the calls is full again
    return fetch(`${fixture.origin}/api/admin/engine${path}`, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const state = async () => (await (await ask('GET')).json()) as EngineAnswer;
  const settled = async () => {
    await vi.waitUntil(async () => (await state()).running === null, {
      ...SLOW_MACHINE_TIMEOUT,
      interval: 1,
    });
    return state();
  };
  const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

  it('is shown with all its facts', async () => {
    expect(await state()).toEqual({
      mode: 'notify',
      actsAs: 'notify',
      obstacle: null,
      hasCanaries: false,
      current: {
        version: OLD,
        source: 'pip',
        since: engines.clock.now(),
        libraries: { curl_cffi: '0.16.3' },
        unsupported: [],
      },
      beyond: null,
      renewal: {},
      nextLookAt: engines.clock.now() + 600_000,
      newest: null,
      pinned: null,
      running: null,
      last: null,
      previous: null,
      refused: [],
      watching: null,
      setup: {
        parts: [
          { part: 'egresses', text: 'direct', source: 'environment' },
          { part: 'arguments', text: '', source: 'environment' },
          { part: 'provider', text: '', source: 'environment' },
        ],
        by: null,
        at: null,
        canGoBack: false,
      },
      accounts: [],
      changes: [],
    });
  });

  it('is checked for, installed, rolled back and pinned, and each is logged', async () => {
    engines.newest = NEW;
    expect((await ask('POST', '/check')).status).toBe(202);
    expect(await settled()).toMatchObject({
      newest: { version: NEW },
      last: { result: 'available', version: NEW },
    });
    const gate = Promise.withResolvers<void>();
    engines.gate = gate.promise;
    const taken = await ask('POST', '/update', { version: '2026.9.1' });
    expect(taken.status).toBe(202);
    expect(await taken.json()).toMatchObject({ running: { version: NEW } });
    gate.resolve();
    expect(await settled()).toMatchObject({
      current: { version: NEW },
      previous: OLD,
      watching: { version: NEW, attempts: 0, maxAttempts: 50, expectedFailed: 0 },
    });
    expect((await ask('POST', '/rollback')).status).toBe(202);
    expect(await settled()).toMatchObject({
      current: { version: OLD },
      refused: [{ version: NEW, reason: 'rolled_back_by_operator', platforms: [] }],
    });
    const pinned = await ask('PUT', '/pin', { version: OLD });
    expect([pinned.status, ((await pinned.json()) as EngineAnswer).pinned]).toEqual([200, OLD]);
    expect(await codeOf(await ask('POST', '/update', { version: NEW }))).toBe('invalid_request');
    await ask('PUT', '/pin', { version: null });
    const written = await createAuditLog(fixture.database.db).list(10, null);
    const engine = written.filter(({ subject }) => subject === 'engine');
    expect(engine.map(({ admin, action, details }) => [admin, action, details])).toEqual([
      [ANN.email, 'engine_pinned', { version: null }],
      [ANN.email, 'engine_pinned', { version: OLD }],
      [ANN.email, 'engine_rollback_started', {}],
      [ANN.email, 'engine_update_started', { version: NEW }],
      [ANN.email, 'engine_checked', {}],
    ]);
  });

  it('has a log of what was changed, by whom and why', async () => {
    expect((await state()).changes).toMatchObject([
      { what: 'engine', by: ANN.email, result: 'rolled_back', from: [NEW], to: [OLD] },
      { what: 'engine', by: ANN.email, result: 'switched', from: [OLD], to: [NEW] },
    ]);
  });

  it('has a setup that is set in parts, refused with a sentence, and taken back', async () => {
    const setup = { arguments: 'youtube: lang=de', isUntried: true };
    const begun = await ask('PUT', '/setup', setup);
    expect(begun.status).toBe(202);
    expect((await settled()).setup).toMatchObject({
      parts: [
        { part: 'egresses', source: 'environment' },
        { text: 'youtube: lang=de', source: 'operators' },
        { part: 'provider', source: 'environment' },
      ],
      by: ANN.email,
      canGoBack: true,
    });
    const wrong = await ask('PUT', '/setup', { egresses: 'wrong' });
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { params: { field: 'egresses', sentence: 'egresses, line 1: wrong' } },
    ]);
    for (const body of [{ egresses: 5 }, { more: '' }, { egresses: 'x'.repeat(9000) }])
      expect((await ask('PUT', '/setup', body)).status).toBe(400);
    expect((await ask('POST', '/rollback', { what: 'setup' })).status).toBe(202);
    expect((await settled()).setup?.parts[1]).toMatchObject({ text: '', source: 'environment' });
    const written = await createAuditLog(fixture.database.db).list(2, null);
    expect(written.map(({ action, details }) => [action, details])).toEqual([
      ['setup_rollback_started', {}],
      ['setup_set', { parts: 'arguments', isUntried: true }],
    ]);
  });

  it('is installed without a body too: the newest', async () => {
    expect((await ask('POST', '/update')).status).toBe(202);
    expect((await settled()).current.version).toBe(NEW);
  });

  it('runs one action at a time', async () => {
    const gate = Promise.withResolvers<void>();
    engines.gate = gate.promise;
    await ask('POST', '/update', { version: '2026.09.02' });
    const second = await ask('POST', '/check');
    expect([second.status, await codeOf(second)]).toEqual([409, 'engine_update_running']);
    gate.resolve();
    await settled();
  });

  it.each([
    { version: '2026.08.18' },
    { version: '' },
    { version: '--pre' },
    { version: null },
    { version: 'https://mirror.test/x.whl' },
    { version: NEW, force: true },
    { version: 1 },
  ])('refuses an update with the body %j', async (body) => {
    const answer = await ask('POST', '/update', body);
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid_request']);
  });

  it.each([{}, { version: '2020.01.01' }, { version: 'newest' }])(
    'is not pinned to %j',
    async (body) => {
      expect((await ask('PUT', '/pin', body)).status).toBe(400);
    },
  );

  it('is for operators only', async () => {
    const before = cookie;
    cookie = '';
    const calls = [
      ask('GET'),
      ask('POST', '/check'),
      ask('POST', '/update', {}),
      ask('POST', '/rollback'),
    ];
    const answers = await Promise.all([...calls, ask('PUT', '/pin', { version: null })]);
    cookie = before;
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });
});
