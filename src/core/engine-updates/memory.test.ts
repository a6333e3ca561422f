import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../settings/ports.ts';
import {
  createEngineMemoryStore,
  findPrevious,
  NO_MEMORY,
  readEngineMemory,
  withRefused,
} from './memory.ts';
import type { InstalledEngine } from './ports.ts';

const OLDER = { version: '2026.08.19', id: '2026.08.19-pip' };

const refused = (version: string, at = 1) =>
  ({ version, libraries: {}, reason: 'canaries_failed', platforms: ['youtube'], at }) as const;

describe('the memory of updates', () => {
  it('is read as it was written', () => {
    const memory = {
      pinned: '2026.08.19',
      refused: [refused('2026.09.01')],
      previous: { version: '2026.08.19', id: '2026.08.19-pip' },
      switched: { version: '2026.09.02', libraries: { certifi: '2026.9.1' }, at: 5 },
      renewal: { id: '2026.09.02-1', libraries: { 'curl-cffi': '0.16.3' } },
      watchUntil: 7,
      watched: 'setup',
      setup: {
        chosen: 'sealed',
        live: 'sealed too',
        before: { chosen: null, live: 'sealed before' },
        by: 'ann@site.example',
        at: 6,
        refused: ['mark'],
      },
      accounts: [
        { mark: 'of a file', reason: 'unreadable' },
        { mark: 'of another', reason: null },
      ],
      changes: [
        {
          at: 6,
          what: 'setup',
          parts: ['arguments'],
          by: 'ann@site.example',
          from: ['youtube: lang=en'],
          to: ['youtube: lang=de'],
          result: 'refused',
          reason: 'canaries_failed',
          platforms: ['youtube'],
          details: 'youtube (direct): bot_check',
          isTried: true,
        },
      ],
      told: '2026.09.02',
      newest: { version: '2026.09.02', at: 4 },
      beyond: { version: '2026.12.01', needs: '3.12', has: '3.11' },
    };
    expect(readEngineMemory(JSON.parse(JSON.stringify(memory)))).toEqual(memory);
  });

  it('of an older release does not say which part of the setup a change was about', () => {
    const entry = { at: 6, what: 'setup', result: 'switched' };
    expect(readEngineMemory({ changes: [entry] }).changes[0]?.parts).toEqual([
      'egresses',
      'arguments',
    ]);
  });

  it('of an older release names the previous version alone, and the libraries of nothing', () => {
    const stored = {
      previous: '2026.08.19',
      switched: { version: '2026.09.02', at: 5 },
      refused: [{ version: '2026.09.01', reason: 'rolled_back', platforms: [], at: 1 }],
    };
    expect(readEngineMemory(stored)).toMatchObject({
      previous: { version: '2026.08.19', id: null },
      switched: { version: '2026.09.02', libraries: {}, at: 5 },
      refused: [{ version: '2026.09.01', libraries: {} }],
    });
  });

  it('finds the previous engine by its id, and by its version where that id is unknown', () => {
    const [old, other, current] = ['2026.08.19-pip', '2026.08.19-1', '2026.08.19-2'].map((id) => ({
      id,
      version: '2026.08.19',
      source: 'pip',
    })) as [InstalledEngine, InstalledEngine, InstalledEngine];
    const find = (id: string | null, installed: readonly InstalledEngine[]) =>
      findPrevious(
        { ...NO_MEMORY, previous: { version: '2026.08.19', id } },
        installed,
        current.id,
      );
    expect(find(other.id, [old, other, current])).toBe(other);
    expect(find(old.id, [other, old, current])).toBe(old);
    expect(find('2026.08.19-9', [current, old])).toBe(old);
    expect(find(null, [current])).toBeNull();
    expect(findPrevious(NO_MEMORY, [old], current.id)).toBeNull();
  });

  it.each([
    null,
    undefined,
    'x',
    7,
    [],
    { pinned: '../x', refused: 'x', watchUntil: -1, watched: 'all', setup: 'x', changes: 'x' },
    { setup: { chosen: 1, before: { chosen: 'x' }, refused: [2] }, changes: [{ at: 1 }] },
    { refused: [null, {}, { version: '2026.09.01', reason: 'mood', at: 1 }] },
    {
      switched: { version: '2026.09.01' },
      newest: { version: 'x', at: 1 },
      beyond: { version: '2026.12.01', needs: '<b>', has: '3' },
      told: 5,
      previous: { version: 5 },
      renewal: [],
    },
  ])('is empty if %j was stored', (value) => {
    expect(readEngineMemory(value)).toEqual(NO_MEMORY);
  });

  it('has one refusal per version, and a limited number of them', () => {
    let memory = NO_MEMORY;
    for (let at = 0; at < 60; at += 1)
      memory = withRefused(
        memory,
        refused(`2026.09.${String(1 + (at % 30)).padStart(2, '0')}`, at),
      );
    expect(memory.refused).toHaveLength(20);
    expect(memory.refused[0]?.at).toBe(59);
    expect(new Set(memory.refused.map(({ version }) => version)).size).toBe(20);
  });

  it('is written in the order of its changes; a failure does not stop later ones', async () => {
    const { store, settings } = makeStore();
    const warnings: string[] = [];
    store.isAway = true;
    const memory = createEngineMemoryStore(settings, (message) => warnings.push(message));
    await memory.remember((now) => ({ ...now, told: '2026.09.01' }));
    expect(warnings).toHaveLength(1);
    await expect(memory.change((now) => ({ ...now, previous: OLDER }))).rejects.toThrow();
    store.isAway = false;
    await memory.change((now) => ({ ...now, pinned: '2026.09.01' }));
    await memory.refresh();
    expect(memory.now()).toMatchObject({ told: '2026.09.01', previous: OLDER });
  });

  it('keeps what another server wrote in the meantime', async () => {
    const { store, settings } = makeStore();
    const memory = createEngineMemoryStore(settings, () => undefined);
    const other = createEngineMemoryStore(settings, () => undefined);
    await memory.refresh();
    await other.change((now) => ({ ...now, pinned: '2026.08.19' }));
    await memory.change((now) => withRefused(now, refused('2026.09.01')));
    const kept = { pinned: '2026.08.19', refused: [refused('2026.09.01')] };
    expect([store.kept, memory.now()]).toMatchObject([kept, kept]);
    store.quicker = { ...NO_MEMORY, ...kept, told: '2026.09.02' };
    await memory.change((now) => ({ ...now, pinned: null }));
    expect(store.kept).toMatchObject({ ...kept, pinned: null, told: '2026.09.02' });
  });

  it('applies a change at once, while others are read and written', async () => {
    const { store, settings } = makeStore({ ...NO_MEMORY, told: '2026.09.01' });
    const memory = createEngineMemoryStore(settings, () => undefined);
    const refreshed = memory.refresh();
    const changes = [
      memory.change((now) => ({ ...now, pinned: '2026.08.19' })),
      memory.change((now) => ({ ...now, previous: OLDER })),
    ];
    const here = { pinned: '2026.08.19', previous: OLDER };
    expect(memory.now()).toMatchObject(here);
    await refreshed;
    expect(memory.now()).toMatchObject({ ...here, told: '2026.09.01' });
    await Promise.all(changes);
    expect(store.kept).toMatchObject({ ...here, told: '2026.09.01' });
  });

  it('gives up a change that always conflicts, and drops it at the next refresh', async () => {
    const { store, settings } = makeStore();
    let turn = 0;
    const memory = createEngineMemoryStore(
      {
        ...settings,
        replace: async () => {
          turn += 1;
          return false;
        },
      },
      () => undefined,
    );
    const change = memory.change((now) => ({ ...now, pinned: '2026.08.19' }));
    await expect(change).rejects.toMatchObject({ code: 'server_busy' });
    expect([turn, memory.now().pinned, store.kept]).toEqual([10, '2026.08.19', null]);
    await memory.refresh();
    expect(memory.now().pinned).toBeNull();
  });
});

/** A store in memory that can fail, and in which another server may write between a read and a write. */
function makeStore(kept: unknown = null) {
  const store = { kept, isAway: false, quicker: null as unknown };
  const settings: Pick<Settings, 'read' | 'replace'> = {
    async read() {
      if (store.isAway) throw new Error('away');
      return store.kept;
    },
    async replace(_, before, value) {
      if (store.isAway) throw new Error('away');
      if (store.quicker) [store.kept, store.quicker] = [store.quicker, null];
      if (!isDeepStrictEqual(store.kept, before)) return false;
      store.kept = value;
      return true;
    },
  };
  return { store, settings };
}
