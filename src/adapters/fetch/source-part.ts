// Finds the part of a source that is to be fetched, by small requests.
import type { FetchTask } from '../../core/jobs/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { fetchSpan } from './fetch-span.ts';
import type { FetchFailure } from './http/fetch-failure.ts';
import type { ResponseFacts } from './http/response-headers.ts';
import { mergeFacts } from './http/validate-response.ts';
import type { PartContext } from './part-file/part-context.ts';
import type { PlacedPart } from './part-file/placed-part.ts';
import { WITHOUT_PROOF } from './span-task.ts';

/** Most indexes are within the first bytes. */
const BLOCK_BYTES = 64 * 1024;
/** A list of some hours is smaller. */
const MAX_READ_BYTES = 24 * 1024 * 1024;
const MAX_READS = 24;
/** For the first block. A source begins to be fetched over about as many connections. */
const FIRST_REQUESTS = 4;

/**
 * Null where the source has no list of its places, or its origin answers no ranges, and `misplaced` where it answers others: it is fetched
 * whole. Throws AppError `bad_media` for a source of another length than announced, and what fetching throws.
 */
export async function placePart(
  context: PartContext,
  { part }: FetchTask,
): Promise<PlacedPart | 'misplaced' | null> {
  if (!part) return null;
  const state: SourceState = { isRefused: false, isMisplaced: false };
  const whole = () => (state.isMisplaced ? 'misplaced' : null);
  const source = await openSource(context, state);
  if (!source) return whole();
  const { exactBytes } = context;
  if (exactBytes !== null && source.bytes !== exactBytes)
    throw new AppError('bad_media', { detail: `${source.bytes} bytes instead of ${exactBytes}` });
  const found = await part.find(source, part.span);
  if (!found || state.isRefused) return whole();
  const { head, from, to } = found;
  const shift = from - head.length;
  const bytes = head.length + to - from;
  // Without a gain, the whole can be read by all.
  if (bytes >= source.bytes) return null;
  await source.read(from, Math.min(to, from + BLOCK_BYTES));
  if (state.isRefused) return whole();
  const read = source.blocks.map((block) => {
    const start = Math.max(from, block.from);
    return { at: start - shift, bytes: block.bytes.subarray(start - block.from, to - block.from) };
  });
  return {
    ...found,
    ownBytes: head.length,
    pieces: [{ at: 0, bytes: head }, ...read.filter(({ bytes }) => bytes.length > 0)],
    bytes,
    shift,
    sourceBytes: source.bytes,
    facts: { ...source.facts(), total: bytes },
  };
}

/** Whether its origin refused a place, and whether it gave another one. */
type SourceState = { isRefused: boolean; isMisplaced: boolean };

/** Reads a source in places; null where its origin does not say how long it is, or has no ranges. */
async function openSource(context: PartContext, state: SourceState) {
  const { exactBytes } = context;
  let facts: ResponseFacts | null = null;
  let [reads, bytesRead] = [0, 0];
  const blocks: { readonly from: number; readonly bytes: Buffer }[] = [];

  async function request(from: number, to: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    reads += 1;
    bytesRead += to - from;
    if (reads > MAX_READS || bytesRead > MAX_READ_BYTES) state.isRefused = true;
    if (state.isRefused) return Buffer.alloc(0);
    const refuse = ({ kind }: FetchFailure) => {
      state.isRefused = true;
      state.isMisplaced ||= kind === 'misplaced';
      return true;
    };
    const span = { next: from, end: to };
    const failure = await fetchSpan(context, {
      ...WITHOUT_PROOF,
      span,
      address: () => context.origin.current().source.address,
      canMove: true,
      isRange: true,
      content: 'other',
      facts: () => facts,
      learn: (said) => {
        facts = facts ? (mergeFacts(facts, said) ?? said) : said;
        span.end = Math.min(span.end, said.total ?? span.end);
        return null;
      },
      maySkip: () => false,
      mayRepeat: (bytes) => bytes <= BLOCK_BYTES,
      // It goes on behind the range, so that it was none.
      extend: () => {
        if (from + BLOCK_BYTES < (facts?.total ?? Number.POSITIVE_INFINITY)) state.isRefused = true;
        return false;
      },
      retire: refuse,
      write: (piece) => pieces.push(Buffer.from(piece)),
      lend: () => undefined,
    });
    if (failure) state.isRefused = true;
    return Buffer.concat(pieces);
  }

  // In pieces where they surely are: their connections are open then for what is read, and fetched, next.
  const isLong = exactBytes !== null && exactBytes > BLOCK_BYTES;
  const pieceBytes = isLong ? BLOCK_BYTES / FIRST_REQUESTS : BLOCK_BYTES;
  const starts = Array.from({ length: BLOCK_BYTES / pieceBytes }, (_, at) => at * pieceBytes);
  const pieces = await Promise.all(starts.map((from) => request(from, from + pieceBytes)));
  const known = facts as ResponseFacts | null;
  const total = known?.total ?? null;
  if (state.isRefused || !known || total === null || pieces[0]?.length === 0) return null;
  blocks.push({ from: 0, bytes: Buffer.concat(pieces) });

  return {
    bytes: total,
    blocks,
    facts: () => facts ?? known,
    /** The bytes from `from` up to `to`, which is excluded; fewer where there are none, or once one was refused. */
    async read(from: number, to: number): Promise<Uint8Array> {
      const end = Math.min(to, total);
      const holds = (block: (typeof blocks)[number]) =>
        block.from <= from && block.from + block.bytes.length >= end;
      let block = blocks.find(holds);
      if (!block && from < end) {
        const last = Math.min(total, Math.max(end, from + BLOCK_BYTES));
        block = { from, bytes: await request(from, last) };
        blocks.push(block);
      }
      return block ? block.bytes.subarray(from - block.from, end - block.from) : Buffer.alloc(0);
    },
  };
}
