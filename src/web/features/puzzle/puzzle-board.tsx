// The board: fifteen tiles, moved by press, swipe or arrow keys; a single tab stop.
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { useWords } from '../../words/words.tsx';
import {
  type Board,
  cellThatSlides,
  type Direction,
  directionOf,
  isSolved,
  placeOf,
} from './board.ts';

const HOLES = [0, 72, 144, 216, 288].map((turn) => (
  <circle key={turn} cx={190} cy={98} r={43} transform={`rotate(${turn} 190 200)`} />
));
const PERFORATIONS = Array.from({ length: 6 }, (_, index) => 270 + index * 22).flatMap((x) => [
  <rect key={`${x} above`} x={x} y={329} width={10} height={9} rx={2} />,
  <rect key={`${x} below`} x={x} y={364} width={10} height={9} rx={2} />,
]);

/** The part of the picture for a cell, a quarter of its width and height. Decorative. */
function ReelPart({ cell }: { readonly cell: number }) {
  const { row, column } = placeOf(cell);
  return (
    <svg viewBox={`${column * 100} ${row * 100} 100 100`} aria-hidden="true" focusable="false">
      <rect width={400} height={400} className="reel-ground" />
      <path className="reel-film" d="M200 322h200v58H200z" />
      <g className="reel-ground">{PERFORATIONS}</g>
      <circle cx={190} cy={200} r={180} className="reel-film" />
      <circle cx={190} cy={200} r={166} className="reel-disc" />
      <g className="reel-ground">{HOLES}</g>
      <circle cx={190} cy={200} r={42} className="reel-hub" />
      <path
        className="reel-disc"
        d="M178 178.500a4 4 0 0 1 6-3.500l32 21.500a4 4 0 0 1 0 7l-32 21.500a4 4 0 0 1-6-3.500z"
      />
    </svg>
  );
}

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
const TILES = Array.from({ length: 15 }, (_, index) => index + 1);
const SWIPE_PX = 20;

type PuzzleBoardProps = {
  readonly board: Board;
  readonly onSlide: (cell: number) => void;
};

/** The board is left to right in every language, like its picture and the arrow keys. */
export function PuzzleBoard({ board, onSlide }: PuzzleBoardProps) {
  const { t } = useWords();
  const hintId = useId();
  const element = useRef<HTMLDivElement>(null);
  const [chosenTile, setChosenTile] = useState<number | null>(null);
  const swipe = useSwipe((direction, tile) => {
    const cell = board.indexOf(tile);
    const slides = directionOf(board, cell) === direction ? cell : cellThatSlides(board, direction);
    if (slides !== null) onSlide(slides);
  });
  const solved = isSolved(board);
  const tabStop =
    chosenTile ?? board[cellThatSlides(board, 'right') ?? cellThatSlides(board, 'left') ?? 0];

  const onKeyDown = (event: KeyboardEvent) => {
    swipe.forget();
    const direction = KEYS[event.key];
    if (!direction || solved || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const cell = cellThatSlides(board, direction);
    if (cell === null) return;
    onSlide(cell);
    element.current?.querySelector<HTMLElement>(`[data-tile="${board[cell]}"]`)?.focus();
  };
  const drawTile = (tile: number) => {
    const cell = board.indexOf(tile);
    const { row, column } = placeOf(cell);
    return (
      <button
        key={tile}
        type="button"
        className="puzzle-tile"
        style={{ transform: `translate(${column * 100}%, ${row * 100}%)` }}
        data-tile={tile}
        aria-disabled={solved || directionOf(board, cell) === null}
        aria-label={t('puzzle.tile', { tile, row: row + 1, column: column + 1 })}
        tabIndex={tile === tabStop ? 0 : -1}
        onFocus={() => setChosenTile(tile)}
        onPointerDown={(event) => swipe.begin(event, tile)}
        onClick={() => swipe.wasNone() && onSlide(cell)}
      >
        <span className="puzzle-face">
          <ReelPart cell={tile - 1} />
          <span className="puzzle-number" aria-hidden="true">
            {tile}
          </span>
        </span>
      </button>
    );
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={element}
        role="group"
        aria-label={t('puzzle.board')}
        aria-describedby={hintId}
        dir="ltr"
        className="puzzle-board"
        data-solved={solved ? '' : undefined}
        onKeyDown={onKeyDown}
        onPointerUp={swipe.end}
        onPointerCancel={swipe.forget}
      >
        {TILES.map(drawTile)}
        <span className="puzzle-last" aria-hidden="true">
          <ReelPart cell={15} />
        </span>
      </div>
      <p id={hintId} className="puzzle-hint">
        {t('puzzle.keys')}
      </p>
    </>
  );
}

/** Tells swipes from presses. The browser may fire a click after a swipe, which would slide the tile back. */
function useSwipe(onSwipe: (direction: Direction, tile: number) => void) {
  const from = useRef<{ x: number; y: number; tile: number } | null>(null);
  const wasSwiped = useRef(false);
  const forget = () => {
    from.current = null;
    wasSwiped.current = false;
  };
  return {
    forget,
    begin(event: PointerEvent, tile: number) {
      forget();
      if (event.isPrimary) from.current = { x: event.clientX, y: event.clientY, tile };
    },
    end(event: PointerEvent) {
      if (!from.current) return;
      const { x, y, tile } = from.current;
      const [across, down] = [event.clientX - x, event.clientY - y];
      forget();
      wasSwiped.current = Math.max(Math.abs(across), Math.abs(down)) >= SWIPE_PX;
      if (!wasSwiped.current) return;
      if (Math.abs(across) > Math.abs(down)) onSwipe(across > 0 ? 'right' : 'left', tile);
      else onSwipe(down > 0 ? 'down' : 'up', tile);
    },
    wasNone: () => !wasSwiped.current,
  };
}
