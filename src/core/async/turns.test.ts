import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('turns', () => {
  it('let a few run at once, the rest in their order, and go on after a failure', async () => {
    const inTurn = createTurns(2);
    const log: number[] = [];
    const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
    const all = gates.map((gate, index) =>
      inTurn(async () => {
        log.push(index);
        await gate.promise;
      }).catch(() => undefined),
    );
    await Promise.resolve();
    expect(log).toEqual([0, 1]);
    gates[1]?.reject(new Error('broken'));
    await all[1];
    await Promise.resolve();
    expect(log).toEqual([0, 1, 2]);
    for (const gate of gates) gate.resolve();
    await Promise.all(all);
    expect(log).toEqual([0, 1, 2, 3]);
  });
});
