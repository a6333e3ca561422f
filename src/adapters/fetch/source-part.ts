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

/**
 * Null where the source has no list of its places, or its origin answers no ranges: it is fetched whole. Throws AppError `bad_media` for a source
 * of another length than announced, and what fetching throws.
 */
export async function placePart(
  context: PartContext,
  { part }: FetchTask,
): Promise<PlacedPart | null> {
  if (!part) return null;
  const source = await openSource(context);
  if (!source) return null;
  const { exactBytes } = context;
  if (exactBytes !== null && source.bytes !== exactBytes)
    throw new AppError('bad_media', { detail: `${source.bytes} bytes instead of ${exactBytes}` });
  const found = await part.find(source, part.span);
  if (!found) return null;
  const { head, from, to } = found;
  const bytes = head.length + to - from;
  // Without a gain, the whole can be read by all.
  if (bytes >= source.bytes) return null;
  const first = await source.read(from, Math.min(to - 1, from + BLOCK_BYTES));
  if (source.isRefused()) return null;
  return {
    ...found,
    head: Buffer.concat([head, first]),
    ownBytes: head.length,
    bytes,
    shift: from - head.length,
    sourceBytes: source.bytes,
    facts: { ...source.facts(), total: bytes },
  };
}

/** Reads a source in places; null where its origin does not say how long it is, or has no ranges. */
async function openSource(context: PartContext) {
  let facts: ResponseFacts = { total: null, etag: null, lastModified: null };
  let isRefused = false;
  let [reads, bytesRead] = [0, 0];
  const blocks: { readonly from: number; readonly bytes: Buffer }[] = [];

  async function request(from: number, to: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    reads += 1;
    bytesRead += to - from;
    if (reads > MAX_READS || bytesRead > MAX_READ_BYTES) isRefused = true;
    if (isRefused) return Buffer.alloc(0);
    const refuse = (_failure: FetchFailure) => {
      isRefused = true;
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
      facts: () => (reads > 1 ? facts : null),
      learn: (said) => {
        facts = mergeFacts(facts, said) ?? said;
        span.end = Math.min(span.end, facts.total ?? span.end);
        return null;
      },
      maySkip: () => false,
      mayRepeat: (bytes) => bytes <= BLOCK_BYTES,
      // It goes on behind the range, so that it was none.
      extend: () => {
        isRefused = from + BLOCK_BYTES < (facts.total ?? Number.POSITIVE_INFINITY);
        return false;
      },
      retire: refuse,
      write: (piece) => pieces.push(Buffer.from(piece)),
      lend: () => undefined,
    });
    if (failure) isRefused = true;
    return Buffer.concat(pieces);
  }

  const first = await request(0, BLOCK_BYTES);
  const { total } = facts;
  if (isRefused || total === null || first.length === 0) return null;
  blocks.push({ from: 0, bytes: first });

  return {
    bytes: total,
    facts: () => facts,
    isRefused: () => isRefused,
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
