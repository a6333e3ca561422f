// The board: fifteen tiles, moved by press, swipe or arrow keys; a single tab stop.
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useWords } from '../../words/words.tsx';
import { type Board, cellThatSlides, type Direction, directionOf, isSolved } from './board.ts';
import { type Point, readSwipe } from './swipe.ts';
import { PicturePart, Tile } from './tile.tsx';

type PuzzleBoardProps = {
  readonly board: Board;
  readonly onSlide: (cell: number) => void;
};

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
const TILES = Array.from({ length: 15 }, (_, index) => index + 1);
const LAST_CELL = 15;

/** Returns the tile of an event's target, or null. */
function tileUnder(target: EventTarget): number | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null;
  return element ? Number(element.dataset['tile']) : null;
}

/** The board is left to right in every language, like its picture and the arrow keys. */
export function PuzzleBoard({ board, onSlide }: PuzzleBoardProps) {
  const { t } = useWords();
  const hintId = useId();
  const element = useRef<HTMLDivElement>(null);
  const [chosenTile, setChosenTile] = useState<number | null>(null);
  const cameDown = useRef<Point | null>(null);
  const wasSwiped = useRef(false);
  const solved = isSolved(board);
  const firstTile = board[cellThatSlides(board, 'right') ?? cellThatSlides(board, 'left') ?? 0];
  const tabStop = chosenTile ?? firstTile;

  const onKeyDown = (event: KeyboardEvent) => {
    wasSwiped.current = false;
    const direction = KEYS[event.key];
    if (!direction || solved || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const cell = cellThatSlides(board, direction);
    if (cell === null) return;
    onSlide(cell);
    element.current?.querySelector<HTMLElement>(`[data-tile="${board[cell]}"]`)?.focus();
  };

  const onPointerDown = (event: PointerEvent) => {
    wasSwiped.current = false;
    cameDown.current = event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
  };

  const onPointerUp = (event: PointerEvent) => {
    const direction =
      cameDown.current && readSwipe(cameDown.current, { x: event.clientX, y: event.clientY });
    cameDown.current = null;
    if (!direction) return;
    // The browser may still fire a click, which would slide the tile back.
    wasSwiped.current = true;
    const tile = tileUnder(event.target);
    const swiped = tile === null ? -1 : board.indexOf(tile);
    const fits = tile !== null && directionOf(board, swiped) === direction;
    const cell = fits ? swiped : cellThatSlides(board, direction);
    if (cell !== null) onSlide(cell);
  };

  const onClick = (event: MouseEvent) => {
    const tile = tileUnder(event.target);
    if (tile !== null && !wasSwiped.current) onSlide(board.indexOf(tile));
    wasSwiped.current = false;
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
        onPointerDown={onPointerDown}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          cameDown.current = null;
        }}
        onClick={onClick}
        onFocus={(event) => setChosenTile(tileUnder(event.target))}
      >
        {TILES.map((tile) => {
          const cell = board.indexOf(tile);
          return (
            <Tile
              key={tile}
              tile={tile}
              cell={cell}
              canSlide={!solved && directionOf(board, cell) !== null}
              isTabStop={tile === tabStop}
            />
          );
        })}
        <span className="puzzle-last" aria-hidden="true">
          <PicturePart of={LAST_CELL} />
        </span>
      </div>
      <p id={hintId} className="puzzle-hint">
        {t('puzzle.keys')}
      </p>
    </>
  );
}
