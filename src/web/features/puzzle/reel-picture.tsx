// The picture on the tiles: a reel with its film, in the one warm colour.

/** The width and height of the picture in its own units; a tile is a quarter of it. */
export const PICTURE_SIZE = 400;

const HOLES = [0, 72, 144, 216, 288];
const PERFORATIONS = Array.from({ length: 6 }, (_, index) => 270 + index * 22);

/** The shapes, to be placed in an `<svg>`. Decorative. */
export function ReelPicture() {
  return (
    <>
      <rect width={PICTURE_SIZE} height={PICTURE_SIZE} className="reel-ground" />
      <path className="reel-film" d="M200 322h200v58H200z" />
      {PERFORATIONS.map((x) => (
        <g key={x} className="reel-ground">
          <rect x={x} y={329} width={10} height={9} rx={2} />
          <rect x={x} y={364} width={10} height={9} rx={2} />
        </g>
      ))}
      <circle cx={190} cy={200} r={180} className="reel-film" />
      <circle cx={190} cy={200} r={166} className="reel-disc" />
      {HOLES.map((turn) => (
        <circle
          key={turn}
          cx={190}
          cy={98}
          r={43}
          transform={`rotate(${turn} 190 200)`}
          className="reel-ground"
        />
      ))}
      <circle cx={190} cy={200} r={42} className="reel-hub" />
      <path
        className="reel-disc"
        d="M178 178.500a4 4 0 0 1 6-3.500l32 21.500a4 4 0 0 1 0 7l-32 21.500a4 4 0 0 1-6-3.500z"
      />
    </>
  );
}
