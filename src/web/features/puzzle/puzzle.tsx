// The puzzle, to play while a long video is downloaded: its game, its card, and what screen readers hear of it.
import './puzzle.css';
import { RotateCcw, Shuffle } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MoreWords, useWords } from '../../words/words.tsx';
import { type Board, type Direction, directionOf, isSolved, shuffle, slide } from './board.ts';
import { PuzzleBoard } from './puzzle-board.tsx';

const REST_MS = 700;
const MOVED = {
  up: 'puzzle.movedUp',
  down: 'puzzle.movedDown',
  left: 'puzzle.movedLeft',
  right: 'puzzle.movedRight',
} as const;

/** The sliding puzzle. Rendered in the browser only, since it starts at random; suspends until its messages are loaded. */
export function Puzzle({ random = Math.random }: { readonly random?: () => number }) {
  return (
    <MoreWords group="puzzle">
      <PuzzleGame random={random} />
    </MoreWords>
  );
}

/** The card. Its texts have reserved space, so that the layout does not shift. */
function PuzzleGame({ random }: { readonly random: () => number }) {
  const { t } = useWords();
  const headingId = useId();
  const { game, slideAt, shuffleAgain, restart } = useGame(random);
  const { moves } = game;
  const time = `${Math.floor(game.seconds / 60)}:${String(game.seconds % 60).padStart(2, '0')}`;
  const solved = isSolved(game.board) ? t('puzzle.solved', { moves, time }) : null;
  return (
    <Card as="section" aria-labelledby={headingId} className="puzzle">
      <div>
        <h2 id={headingId} className="text-xl">
          {t('puzzle.heading')}
        </h2>
        <p className="puzzle-lead" data-solved={solved === null ? undefined : ''}>
          {solved ?? t('puzzle.lead')}
        </p>
        <dl className="puzzle-figures">
          <div>
            <dt>{t('puzzle.moves')}</dt>
            <dd dir="ltr">{moves}</dd>
          </div>
          <div>
            <dt>{t('puzzle.time')}</dt>
            <dd dir="ltr">{time}</dd>
          </div>
        </dl>
      </div>
      <div className="puzzle-place">
        <PuzzleBoard board={game.board} onSlide={slideAt} />
      </div>
      <div className="puzzle-actions">
        <Button icon={Shuffle} onClick={shuffleAgain}>
          {t('puzzle.shuffle')}
        </Button>
        <Button variant="quiet" icon={RotateCcw} onClick={restart}>
          {t('puzzle.restart')}
        </Button>
      </div>
      <Announcer game={game} solved={solved} />
    </Card>
  );
}

/** A live region, there from the start: says moves after a pause and not each of them, the rest at once. */
function Announcer({ game, solved }: { readonly game: Game; readonly solved: string | null }) {
  const { t } = useWords();
  const [announcement, setAnnouncement] = useState('');
  const { lastMove, moves, began } = game;
  const news = solved ?? (lastMove || !began ? null : t(began));
  const moved = lastMove
    ? `${t(MOVED[lastMove.direction], lastMove)} ${t('puzzle.movesSoFar', { moves })}`
    : '';
  useEffect(() => {
    if (news !== null) return setAnnouncement(news);
    const timer = setTimeout(() => setAnnouncement(moved), REST_MS);
    return () => clearTimeout(timer);
  }, [news, moved]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

/** A game. `began` says how it did, unless it is the first. */
type Game = {
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

/** Seconds count from the first move, and only while the page is visible. `random` returns numbers in [0, 1). */
function useGame(random: () => number) {
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
