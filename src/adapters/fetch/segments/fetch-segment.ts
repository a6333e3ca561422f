// Fetches one segment into a spill file, decrypted on the way; starts over once when it changes.
import { fetchSpan } from '../fetch-span.ts';
import { type FetchFailure, fetchFailure } from '../http/fetch-failure.ts';
import type { ResponseFacts } from '../http/response-headers.ts';
import { mergeFacts } from '../http/validate-response.ts';
import type { PartContext } from '../part-file/part-context.ts';
import type { Spill } from '../part-file/spill.ts';
import { createWriteQueue } from '../part-file/write-queue.ts';
import { WITHOUT_PROOF } from '../span-task.ts';
import { createDecryptor, PLAINTEXT } from './decrypt-segment.ts';
import type { SegmentList } from './segment-list.ts';

/** One segment of a list. `came` counts its bytes and throws `too_large`; `retire` as in fetch-span. */
export type SegmentTask = {
  readonly list: SegmentList;
  readonly index: number;
  readonly spill: Spill;
  readonly came: (bytes: number) => void;
  readonly retire: (failure: FetchFailure) => boolean;
};

/** What responses that begin early may bring again, in a segment of which less has arrived. */
const MAY_REPEAT_BYTES = 8 * 1024 * 1024;

/** Resolves with its decrypted length, or null when another connection should fetch it. Throws AppError. */
export async function fetchSegment(
  context: PartContext,
  task: SegmentTask,
): Promise<number | null> {
  for (let isSecond = false; ; isSecond = true) {
    const outcome = await fetchOnce(context, task);
    if (typeof outcome === 'number') return outcome;
    if (outcome.kind !== 'changed') return null;
    if (isSecond) throw outcome.error;
  }
}

async function fetchOnce(context: PartContext, task: SegmentTask): Promise<number | FetchFailure> {
  const { index, list, spill } = task;
  const segment = await segmentAt(list, index);
  const key = await list.keyOf(index);
  const opener =
    key && segment.seal ? createDecryptor(key, segment.seal.iv, segment.mayBeOpen) : PLAINTEXT;
  const { start, end } = segment.range ?? { start: 0, end: Number.POSITIVE_INFINITY };
  let facts: ResponseFacts | null = null;
  let bytes = 0;
  let repeated = 0;
  let hold: (isHeld: boolean) => void = () => undefined;
  let fail: (failure: FetchFailure) => void = () => undefined;
  const queue = createWriteQueue({
    position: 0,
    clock: context.clock,
    write: spill.write,
    hold: (isHeld) => hold(isHeld),
    failed: (error) => fail(fetchFailure('final', error)),
  });
  const keep = (piece: Buffer) => {
    bytes += piece.length;
    if (piece.length > 0) queue.push(piece);
  };

  const fetching = fetchSpan(context, {
    span: { next: start, end },
    address: async () => (await segmentAt(list, index)).address,
    canMove: true,
    isRange: segment.range !== null,
    content: key ? 'sealed' : 'media',
    facts: () => facts,
    learn: (said) => {
      facts = facts ? mergeFacts(facts, said) : said;
      return null;
    },
    ...WITHOUT_PROOF,
    maySkip: () => true,
    mayRepeat: (more) => {
      repeated += more;
      return repeated <= Math.max(bytes, MAY_REPEAT_BYTES);
    },
    extend: () => false,
    retire: task.retire,
    write: (piece) => {
      try {
        task.came(piece.length);
        keep(opener.open(piece));
      } catch (error) {
        fail(fetchFailure('final', error));
      }
    },
    lend: (holdConnection, failConnection) => {
      hold = holdConnection;
      fail = failConnection;
    },
  });
  try {
    const met = await fetching;
    if (met === null) keep(opener.end());
    return met ?? bytes;
  } finally {
    await queue.flush();
  }
}

async function segmentAt(list: SegmentList, index: number) {
  const segment = (await list.all())[index];
  if (!segment) throw new TypeError('there is no such segment');
  return segment;
}
