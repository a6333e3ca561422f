import { describe, expect, it } from 'vitest';
import { type RatingEvent, type RatingState, reduceRating, UNASKED } from './rating-state.ts';

const stateAfter = (...events: readonly RatingEvent[]): RatingState =>
  events.reduce(reduceRating, UNASKED);
const sent = { kind: 'sent', stars: 4 } as const;
const taken = { kind: 'taken' } as const;
const refused = { kind: 'notTaken', why: 'refused' } as const;

describe('a rating', () => {
  it('is asked for, sent and thanked for', () => {
    expect(stateAfter({ kind: 'chose', stars: 2 }, { kind: 'chose', stars: 4 })).toEqual({
      kind: 'asking',
      chosen: 4,
    });
    expect(stateAfter(sent)).toEqual({ kind: 'sending', chosen: 4 });
    expect(stateAfter(sent, taken)).toEqual({ kind: 'thanked', chosen: 4 });
  });

  it('keeps its stars when it is not taken, and can be sent again', () => {
    expect(stateAfter(sent, refused)).toEqual({ kind: 'failed', chosen: 4, why: 'refused' });
    expect(stateAfter(sent, refused, sent, taken)).toEqual({ kind: 'thanked', chosen: 4 });
  });

  it('can be changed afterwards, from where it was', () => {
    expect(stateAfter(sent, taken, { kind: 'changes' })).toEqual({ kind: 'asking', chosen: 4 });
  });

  it.each<[string, readonly RatingEvent[], RatingEvent]>([
    ['another star while one is sent', [sent], { kind: 'sent', stars: 1 }],
    ['a choice while one is sent', [sent], { kind: 'chose', stars: 1 }],
    ['a choice after the thanks', [sent, taken], { kind: 'chose', stars: 1 }],
    ['an unexpected answer', [], taken],
    ['an unexpected failure', [sent, taken], refused],
    ['a change before there is something to change', [], { kind: 'changes' }],
  ])('is not moved by %s', (_name, before, event) => {
    const state = stateAfter(...before);
    expect(reduceRating(state, event)).toBe(state);
  });
});
