import { describe, expect, it } from 'vitest';
import { isSolved, SOLVED, slide } from './board.ts';
import { formatPlayed, newGame, pause, play, playedMs, resume } from './game.ts';

/** The gap in the third cell of the last row, or in the first: one or three tiles from done. */
const oneAway = slide(SOLVED, 14);
const threeAway = slide(SOLVED, 12);

describe('the moves', () => {
  it('count every tile that slid', () => {
    const game = play(newGame(threeAway), 14, 1000);
    expect(game).toMatchObject({ moves: 2, lastMove: { tile: 14, tiles: 2, direction: 'left' } });
    expect(play(game, 4, 1000)).toBe(game);
    expect(play(game, game.board.indexOf(0), 1000)).toBe(game);
  });

  it('end when it is solved', () => {
    const game = play(newGame(oneAway), 15, 1000);
    expect(isSolved(game.board)).toBe(true);
    expect(play(game, 14, 2000)).toBe(game);
  });
});

describe('the time', () => {
  it('begins with the first move and not with a press that moves nothing', () => {
    const fresh = newGame(threeAway);
    expect(playedMs(play(fresh, 1, 1000), 9000)).toBe(0);
    expect(playedMs(resume(fresh, 1000), 9000)).toBe(0);
    expect(playedMs(play(fresh, 13, 1000), 9000)).toBe(8000);
  });

  it('stands still while it is paused', () => {
    const game = play(newGame(threeAway), 13, 1000);
    const paused = pause(game, 4000);
    expect(playedMs(paused, 60_000)).toBe(3000);
    expect(pause(paused, 50_000)).toBe(paused);
    const going = resume(paused, 60_000);
    expect(playedMs(going, 62_000)).toBe(5000);
    expect(resume(going, 61_000)).toBe(going);
  });

  it('stops when it is solved, and stays', () => {
    const moved = play(newGame(threeAway), 13, 1000);
    const solved = play(moved, 15, 6000);
    expect(playedMs(solved, 99_000)).toBe(5000);
    expect(resume(solved, 99_000)).toBe(solved);
  });

  it('loses nothing to a clock that is set back', () => {
    const game = play(newGame(threeAway), 13, 10_000);
    expect(playedMs(game, 4000)).toBe(0);
    expect(playedMs(resume(pause(game, 12_000), 3000), 1000)).toBe(2000);
  });

  it.each([
    [0, '0:00'],
    [9999, '0:09'],
    [60_000, '1:00'],
    [3_599_999, '59:59'],
    [3_729_000, '1:02:09'],
  ])('of %i ms reads %s', (ms, text) => {
    expect(formatPlayed(ms)).toBe(text);
  });
});
