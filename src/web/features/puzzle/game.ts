// A game on the board: its moves and its time, which runs from the first move and only while the page is visible.
import {
  type Board,
  type Direction,
  directionOf,
  isSolved,
  slide,
  tilesThatSlide,
} from './board.ts';

/** What the last press did: `tiles` of them slid, and `tile` was the one that was meant. */
export type Move = {
  readonly tile: number;
  readonly tiles: number;
  readonly direction: Direction;
};

/** A game. Times are in milliseconds; `runningSinceMs` is null while the time stands still. */
export type Game = {
  readonly start: Board;
  readonly board: Board;
  /** Each tile that slid counts as one. */
  readonly moves: number;
  readonly lastMove: Move | null;
  readonly countedMs: number;
  readonly runningSinceMs: number | null;
};

/** A game without moves. */
export function newGame(start: Board): Game {
  return { start, board: start, moves: 0, lastMove: null, countedMs: 0, runningSinceMs: null };
}

/** The game after the tile in a cell was asked to slide; the same game when it cannot, or when all is done. */
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

/** Stops the time. */
export function pause(game: Game, nowMs: number): Game {
  if (game.runningSinceMs === null) return game;
  return { ...game, countedMs: playedMs(game, nowMs), runningSinceMs: null };
}

/** Lets the time go on, if the game is under way. */
export function resume(game: Game, nowMs: number): Game {
  const isUnderWay = game.moves > 0 && !isSolved(game.board);
  return isUnderWay && game.runningSinceMs === null ? { ...game, runningSinceMs: nowMs } : game;
}

/** How long the game has been played. A clock that is set back takes nothing away. */
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
