// One tile: a button that shows its part of the picture and its number.
import { useWords } from '../../words/words.tsx';
import { placeOf } from './board.ts';
import { PICTURE_SIZE, ReelPicture } from './reel-picture.tsx';

type TileProps = {
  readonly tile: number;
  readonly cell: number;
  readonly canSlide: boolean;
  readonly isTabStop: boolean;
};

const PART = PICTURE_SIZE / 4;

/** The tile. The style sheet positions it, so that its moves are animated. */
export function Tile({ tile, cell, canSlide, isTabStop }: TileProps) {
  const { t } = useWords();
  const { row, column } = placeOf(cell);
  return (
    <button
      type="button"
      className="puzzle-tile"
      data-tile={tile}
      data-row={row}
      data-column={column}
      aria-disabled={!canSlide}
      aria-label={t('puzzle.tile', { tile, row: row + 1, column: column + 1 })}
      tabIndex={isTabStop ? 0 : -1}
    >
      <span className="puzzle-face">
        <PicturePart of={tile - 1} />
        <span className="puzzle-number" aria-hidden="true">
          {tile}
        </span>
      </span>
    </button>
  );
}

/** The part of the picture for a cell. */
export function PicturePart({ of: cell }: { readonly of: number }) {
  const { row, column } = placeOf(cell);
  return (
    <svg
      viewBox={`${column * PART} ${row * PART} ${PART} ${PART}`}
      aria-hidden="true"
      focusable="false"
    >
      <ReelPicture />
    </svg>
  );
}
