// A game: its moves and its time, which runs from the first move and only while the page is visible.
import {
  type Board,
  type Direction,
  directionOf,
  isSolved,
  slide,
  tilesThatSlide,
} from './board.ts';

/** The last move: `tile` was pressed, and `tiles` tiles slid. */
export type Move = {
  readonly tile: number;
  readonly tiles: number;
  readonly direction: Direction;
};

/** A game. Times are in milliseconds; `runningSinceMs` is null while the timer is paused. */
export type Game = {
  readonly start: Board;
  readonly board: Board;
  /** Each tile that slid counts as one. */
  readonly moves: number;
  readonly lastMove: Move | null;
  readonly countedMs: number;
  readonly runningSinceMs: number | null;
};

/** Creates a game without moves. */
export function newGame(start: Board): Game {
  return { start, board: start, moves: 0, lastMove: null, countedMs: 0, runningSinceMs: null };
}

/** Slides the tile in a cell. Returns the same game if it cannot slide, or if the puzzle is solved. */
export function play(game: Game, cell: number, nowMs: number): Game {
  const direction = directionOf(game.board, cell);
  if (direction === null || isSolved(game.board)) return game;
  const tiles = tilesThatSlide(game.board, cell);
  const next: Game = {
    ...game,
    board: slide(game.board, cell),
    moves: game.moves + tiles,
    lastMove: { tile: game.board[cell] ?? 0, tiles, direction },
    runningSinceMs: game.runningSinceMs ?? nowMs,
  };
  return isSolved(next.board) ? pause(next, nowMs) : next;
}

/** Pauses the timer. */
export function pause(game: Game, nowMs: number): Game {
  if (game.runningSinceMs === null) return game;
  return { ...game, countedMs: playedMs(game, nowMs), runningSinceMs: null };
}

/** Resumes the timer if the game has started. */
export function resume(game: Game, nowMs: number): Game {
  const isUnderWay = game.moves > 0 && !isSolved(game.board);
  return isUnderWay && game.runningSinceMs === null ? { ...game, runningSinceMs: nowMs } : game;
}

/** Returns the playing time. It never decreases, even if the clock is set back. */
export function playedMs(game: Game, nowMs: number): number {
  if (game.runningSinceMs === null) return game.countedMs;
  return game.countedMs + Math.max(0, nowMs - game.runningSinceMs);
}

/** `0:09`, `12:40`, `1:02:09`. */
export function formatPlayed(playedMs: number): string {
  const seconds = Math.floor(playedMs / 1000);
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
