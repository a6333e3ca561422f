import { describe, expect, it } from 'vitest';
import { keepEngineMemory, NO_MEMORY, readEngineMemory, withRefused } from './engine-memory.ts';

const refused = (version: string, at = 1) =>
  ({ version, reason: 'canaries_failed', platforms: ['youtube'], at }) as const;

describe('what is remembered of updates', () => {
  it('is read as it was written', () => {
    const memory = {
      ...{ pinned: '2026.08.19', refused: [refused('2026.09.01')], previous: '2026.08.19' },
      ...{ switched: { version: '2026.09.02', at: 5 }, watchUntil: 7, told: '2026.09.02' },
      newest: { version: '2026.09.02', at: 4 },
    };
    expect(readEngineMemory(JSON.parse(JSON.stringify(memory)))).toEqual(memory);
  });

  it.each([
    ...[null, undefined, 'x', 7, [], { pinned: '../x', refused: 'x', watchUntil: -1 }],
    ...[{ refused: [null, {}, { version: '2026.09.01', reason: 'mood', at: 1 }] }],
    ...[{ switched: { version: '2026.09.01' }, newest: { version: 'x', at: 1 }, told: 5 }],
  ])('is nothing where %j was written', (value) => {
    expect(readEngineMemory(value)).toEqual(NO_MEMORY);
  });

  it('holds one word about a version, and not without end', () => {
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

  it('is written in the order in which it changed; a failure stops nothing that comes later', async () => {
    const written: unknown[] = [];
    const warnings: string[] = [];
    let fails = true;
    const memory = keepEngineMemory(
      {
        read: async () => written.at(-1) ?? null,
        write: async (_name, value) => {
          if (fails) throw new Error('no disk');
          written.push(value);
        },
      },
      (message) => warnings.push(message),
    );
    await memory.remember((now) => ({ ...now, told: '2026.09.01' }));
    expect(warnings).toHaveLength(1);
    await expect(memory.change((now) => ({ ...now, previous: '2026.08.19' }))).rejects.toThrow();
    fails = false;
    await memory.change((now) => ({ ...now, pinned: '2026.09.01' }));
    await memory.refresh();
    expect(memory.now()).toMatchObject({ told: '2026.09.01', previous: '2026.08.19' });
  });
});
