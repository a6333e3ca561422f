// Fetches a source that comes in segments: several at once, written in order into one file.
import { AppError } from '../../../shared/errors.ts';
import { createConnectionCount } from '../http/connection-count.ts';
import { hostOf } from '../http/origin.ts';
import type { PartContext } from '../part-file/part-context.ts';
import { createSpill, type Spill } from '../part-file/spill.ts';
import { runConnections } from '../run-connections.ts';
import { createClockJoiner } from './clocks/join-clocks.ts';
import { fetchSegment } from './fetch-segment.ts';
import { createSegmentList } from './segment-list.ts';

/** Maximum number of segments that wait on disk for their turn. */
const WINDOW = 16;

type Ready = { readonly spill: Spill; readonly bytes: number };

/** Fetches all of it and returns its length. Throws AppError or the signal's reason. */
export async function fetchSegments(
  outer: PartContext,
  delivery: 'hls' | 'dash',
  path: string,
): Promise<number> {
  const round = new AbortController();
  const context = { ...outer, signal: AbortSignal.any([outer.signal, round.signal]) };
  const { exactBytes, expect, file } = context;
  const list = createSegmentList(context, delivery);
  const segments = await list.all();
  const count = createConnectionCount();
  const joinClocks = segments.some(({ listedAt }) => listedAt !== null)
    ? createClockJoiner()
    : null;
  /** With the bytes that have come for each. */
  const spills = new Map<Spill, number>();
  const ready = new Map<number, Ready>();
  const returned: number[] = [];
  let next = 0;
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
      returned.push(index);
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
      await append(turn, segments[front]?.listedAt ?? null);
      written += turn.bytes;
      await remove(turn.spill);
      reportStored();
      front += 1;
      pool.pump();
    }
    isJoining = false;
  }

  async function append({ spill, bytes }: Ready, listedAt: number | null): Promise<void> {
    const change = await joinClocks?.({ bytes, listedAt, read: spill.read });
    await spill.appendTo(file, written, bytes, change);
  }

  async function remove(spill: Spill): Promise<void> {
    spills.delete(spill);
    await spill.remove();
  }

  function take(): number | null {
    const again = returned.shift();
    if (again !== undefined) return again;
    if (next >= segments.length || next >= front + WINDOW) return null;
    next += 1;
    return next - 1;
  }

  const pool = runConnections(
    context,
    count,
    {
      host: () => hostOf(segments[Math.min(next, segments.length - 1)]?.address ?? ''),
      begin: () => {
        const index = take();
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
  if (exactBytes !== null && written !== exactBytes)
    throw new AppError('bad_media', { detail: `${written} bytes instead of ${exactBytes}` });
  if (written === 0) throw new AppError('bad_media', { detail: 'segments without bytes' });
  return written;
}
