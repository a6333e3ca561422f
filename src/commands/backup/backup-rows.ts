// Reads the rows of a table from a backup, one JSON object per line, in batches.
import { z } from 'zod';
import type { KeptRow } from '../../adapters/database/kept-tables.ts';

const MAX_LINE_BYTES = 4 * 1024 * 1024;
const ROWS_AT_ONCE = 500;
const rowSchema = z.record(
  z.string().regex(/^[a-z][a-z0-9_]{0,59}$/),
  z.union([z.string(), z.number().int(), z.null()]),
);

/** Yields batches of rows. Throws an Error for an invalid line. */
export async function* readRows(
  content: AsyncIterable<Buffer>,
): AsyncGenerator<readonly KeptRow[]> {
  let rows: KeptRow[] = [];
  for await (const line of linesOf(content)) {
    rows.push(readRow(line));
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

function readRow(line: Buffer): KeptRow {
  try {
    return rowSchema.parse(JSON.parse(line.toString('utf8')));
  } catch (cause) {
    throw new Error('A line of the backup is not a row.', { cause });
  }
}

async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of content) {
    let text = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n')) {
      yield text.subarray(0, end);
      text = text.subarray(end + 1);
    }
    if (text.length > MAX_LINE_BYTES) throw new Error('A line of the backup is too long.');
    // The piece's buffer is reused for the next one.
    rest = Buffer.from(text);
  }
  if (rest.length > 0) throw new Error('The last line of a table in the backup is incomplete.');
}
