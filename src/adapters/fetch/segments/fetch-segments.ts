// Fetches a source that comes in segments: several at once, written in order into one file.
import { type FetchedPart, type FetchTask, WHOLE_SOURCE } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';
import { createConnectionCount } from '../http/connection-count.ts';
import { hostOf } from '../http/origin.ts';
import type { PartContext } from '../part-file/part-context.ts';
import { createSpill, type Spill } from '../part-file/spill.ts';
import { runConnections } from '../run-connections.ts';
import { type ClockJoiner, createClockJoiner } from './clocks/join-clocks.ts';
import { fetchSegment } from './fetch-segment.ts';
import type { Segment } from './segment.ts';
import { createSegmentList } from './segment-list.ts';

/** Maximum number of segments that wait on disk for their turn. */
const WINDOW = 16;

type Ready = { readonly spill: Spill; readonly bytes: number };

/** How they come, and where they go. `on.part` receives where in the source they begin. */
type SegmentsTask = Pick<FetchTask, 'path' | 'part'> & {
  readonly delivery: 'hls' | 'dash';
  readonly on: { readonly part: (part: FetchedPart) => void };
};

/** Fetches all of it, or what holds the span of `part`, and returns its length. Throws AppError or the signal's reason. */
export async function fetchSegments(
  outer: PartContext,
  { delivery, path, part, on }: SegmentsTask,
): Promise<number> {
  const round = new AbortController();
  const context = { ...outer, signal: AbortSignal.any([outer.signal, round.signal]) };
  const { exactBytes, expect, file } = context;
  const list = createSegmentList(context, delivery, part?.span);
  const segments = await list.all();
  on.part(list.isWhole() ? WHOLE_SOURCE : { startSeconds: list.startsAt(), held: null });
  const count = createConnectionCount();
  const joinClocks = clockJoinerFor(segments);
  /** With the bytes that have come for each. */
  const spills = new Map<Spill, number>();
  const ready = new Map<number, Ready>();
  const turns = createTurns(segments.length);
  let front = 0;
  let written = 0;
  let received = 0;
  let isJoining = false;

  async function fetchOne(index: number): Promise<void> {
    const spill = await createSpill(path, index);
    spills.set(spill, 0);
    const bytes = await fetchSegment(context, {
      list,
      index,
      spill,
      came: (more) => {
        received += more;
        expect(received);
        spills.set(spill, (spills.get(spill) ?? 0) + more);
        reportStored();
      },
      retire: ({ kind }) => {
        if (kind !== 'busy' || pool.active() === 1) return false;
        count.refuse(pool.active());
        return true;
      },
    });
    if (bytes === null) {
      turns.giveBack(index);
      await remove(spill);
      return;
    }
    ready.set(index, { spill, bytes });
    await join();
  }

  function reportStored(): void {
    context.setStored([...spills.values()].reduce((sum, bytes) => sum + bytes, written));
  }

  /** Appends completed segments in order; one call at a time does so for all. */
  async function join(): Promise<void> {
    if (isJoining) return;
    isJoining = true;
    for (let turn = ready.get(front); turn; turn = ready.get(front)) {
      ready.delete(front);
      const listedAt = segments[front]?.listedAt ?? null;
      const change = await joinClocks?.({ bytes: turn.bytes, listedAt, read: turn.spill.read });
      await turn.spill.appendTo(file, written, turn.bytes, change);
      written += turn.bytes;
      await remove(turn.spill);
      reportStored();
      front += 1;
      pool.pump();
    }
    isJoining = false;
  }

  async function remove(spill: Spill): Promise<void> {
    spills.delete(spill);
    await spill.remove();
  }

  const pool = runConnections(
    context,
    count,
    {
      host: () => hostOf(segments[turns.next()]?.address ?? ''),
      begin: () => {
        const index = turns.take(front);
        return index === null ? null : fetchOne(index);
      },
      isDone: () => front === segments.length,
    },
    (reason) => round.abort(reason),
  );
  try {
    await pool.done;
  } finally {
    await Promise.allSettled([...spills.keys()].map(remove));
  }
  assertLength(written, exactBytes);
  return written;
}

/** Which segment is next, at most {@link WINDOW} ahead of the first one that is not written. */
function createTurns(count: number) {
  const returned: number[] = [];
  let next = 0;
  return {
    next: () => Math.min(next, count - 1),
    giveBack: (index: number) => void returned.push(index),
    take: (front: number): number | null => {
      const again = returned.shift();
      if (again !== undefined) return again;
      if (next >= count || next >= front + WINDOW) return null;
      next += 1;
      return next - 1;
    },
  };
}

/** Only where there are several runs; all other segments are written as they came. */
function clockJoinerFor(segments: readonly Segment[]): ClockJoiner | null {
  return segments.some(({ listedAt }) => listedAt !== null) ? createClockJoiner() : null;
}

function assertLength(written: number, exactBytes: number | null): void {
  if (exactBytes !== null && written !== exactBytes)
    throw new AppError('bad_media', { detail: `${written} bytes instead of ${exactBytes}` });
  if (written === 0) throw new AppError('bad_media', { detail: 'segments without bytes' });
}
