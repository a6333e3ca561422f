// A file in memory, written in pieces that the browser keeps outside of the page: a buffer of all of it would be there twice.

type Piece = { readonly start: number; readonly blob: Blob };

/** Bytes and the position where they are written. */
export type WrittenChunk = { readonly data: Uint8Array<ArrayBuffer>; readonly position: number };

/** Writes anywhere, also over what was written before. `finish` returns the file. */
export type BlobWriter = {
  readonly write: (chunk: WrittenChunk) => void;
  readonly finish: (type: string) => Blob;
};

/** Creates it, empty. */
export function createBlobWriter(): BlobWriter {
  let pieces: Piece[] = [];
  return {
    write({ data, position }) {
      const end = position + data.byteLength;
      const kept = pieces.flatMap((piece) => outside(piece, position, end));
      pieces = [...kept, { start: position, blob: new Blob([data]) }];
    },
    finish(type) {
      const inOrder = pieces.toSorted((a, b) => a.start - b.start);
      return new Blob(
        inOrder.map(({ blob }) => blob),
        { type },
      );
    },
  };
}

/** What of a piece lies before and after a span. */
function outside(piece: Piece, start: number, end: number): Piece[] {
  const pieceEnd = piece.start + piece.blob.size;
  if (end <= piece.start || start >= pieceEnd) return [piece];
  const before = piece.blob.slice(0, Math.max(0, start - piece.start));
  const after = piece.blob.slice(Math.max(0, end - piece.start));
  return [
    ...(before.size > 0 ? [{ start: piece.start, blob: before }] : []),
    ...(after.size > 0 && end < pieceEnd ? [{ start: end, blob: after }] : []),
  ];
}
