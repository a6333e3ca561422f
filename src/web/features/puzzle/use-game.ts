// A game of the puzzle: its moves, and its seconds, which count from the first move and only while the page is visible.
import { useEffect, useState } from 'react';
import { type Board, type Direction, directionOf, isSolved, shuffle, slide } from './board.ts';

/** A game. `began` says how it did, unless it is the first. */
export type Game = {
  readonly start: Board;
  readonly board: Board;
  /** Each tile that slid counts as one. */
  readonly moves: number;
  readonly seconds: number;
  readonly lastMove: {
    readonly tile: number;
    readonly tiles: number;
    readonly direction: Direction;
  } | null;
  readonly began: 'puzzle.shuffled' | 'puzzle.restarted' | null;
};

function newGame(start: Board, began: Game['began']): Game {
  return { start, board: start, moves: 0, seconds: 0, lastMove: null, began };
}

/** Slides the tile in a cell, if it can slide and the puzzle is not solved. */
function play(game: Game, cell: number): Game {
  const direction = directionOf(game.board, cell);
  if (direction === null || isSolved(game.board)) return game;
  const board = slide(game.board, cell);
  const tiles = board.filter((tile, at) => tile !== 0 && tile !== game.board[at]).length;
  const lastMove = { tile: game.board[cell] ?? 0, tiles, direction };
  return { ...game, board, moves: game.moves + tiles, lastMove };
}

/** `random` returns numbers in [0, 1). */
export function useGame(random: () => number) {
  const [game, setGame] = useState(() => newGame(shuffle(random), null));
  const isRunning = game.moves > 0 && !isSolved(game.board);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      if (!document.hidden) setGame((now) => ({ ...now, seconds: now.seconds + 1 }));
    }, 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return {
    game,
    slideAt: (cell: number) => setGame((now) => play(now, cell)),
    shuffleAgain: () => setGame(newGame(shuffle(random), 'puzzle.shuffled')),
    restart: () => setGame((now) => newGame(now.start, 'puzzle.restarted')),
  };
}
