// Splits a byte stream into lines of bounded length.

/**
 * Creates a sink for chunks that calls `onLine` with each complete line, without its line feed. A line of more than
 * `maxBytes` calls `onTooLong` once and ends reading.
 */
export function createLineReader(options: {
  maxBytes: number;
  onLine: (line: string) => void;
  onTooLong: () => void;
}): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let held = 0;
  let over = false;
  return (chunk) => {
    let rest = chunk;
    while (!over && rest.length > 0) {
      const end = rest.indexOf(10);
      const piece = end < 0 ? rest : rest.subarray(0, end);
      held += piece.length;
      if (held > options.maxBytes) {
        over = true;
        parts = [];
        options.onTooLong();
        return;
      }
      parts.push(piece);
      if (end < 0) return;
      rest = rest.subarray(end + 1);
      const line = Buffer.concat(parts).toString('utf8');
      parts = [];
      held = 0;
      options.onLine(line);
    }
  };
}
