// The picture on the tiles: a reel with its film, in the one warm colour.
import { placeOf } from './board.ts';

const HOLES = [0, 72, 144, 216, 288].map((turn) => (
  <circle key={turn} cx={190} cy={98} r={43} transform={`rotate(${turn} 190 200)`} />
));
const PERFORATIONS = Array.from({ length: 6 }, (_, index) => 270 + index * 22).flatMap((x) => [
  <rect key={`${x} above`} x={x} y={329} width={10} height={9} rx={2} />,
  <rect key={`${x} below`} x={x} y={364} width={10} height={9} rx={2} />,
]);

/** The part of the picture for a cell, a quarter of its width and height. Decorative. */
export function ReelPart({ cell }: { readonly cell: number }) {
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
