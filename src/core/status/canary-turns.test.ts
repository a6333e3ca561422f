import { expect, it } from 'vitest';
import { egressesOfTurn, turnsBetween } from './canary-turns.ts';

const never = () => false;

it.each([
  [['a'], 'aaaaaaaa'],
  [['a', 'b'], 'abababab'],
  [['a', 'b', 'c'], 'abacabac'],
  [['a', 'b', 'c', 'd'], 'abacadab'],
])('of %j, the first is taken every other time', (serving, expected) => {
  const taken = [...expected].map((_, turn) => egressesOfTurn(serving, turn, never)[0]);
  expect(taken.join('')).toBe(expected);
  for (const egress of serving) {
    const [one = 0, next = 1] = Array.from({ length: 20 }, (_, turn) => turn).filter(
      (turn) => egressesOfTurn(serving, turn, never)[0] === egress,
    );
    expect(turnsBetween(serving, egress)).toBe(next - one);
  }
});

it('one whose pause is over comes first, and the others behind it', () => {
  expect(egressesOfTurn(['a', 'b', 'c'], 0, (egress) => egress === 'c')).toEqual(['c', 'a', 'b']);
  expect(egressesOfTurn(['a', 'b', 'c'], 1, never)).toEqual(['b', 'a', 'c']);
  expect(egressesOfTurn([], 1, never)).toEqual([]);
});
