// Tells whether responses with different validators are of one file, by its bytes: nodes behind one name do not share theirs.

import { pause } from './http/pause.ts';
import type { ResponseFacts } from './http/response-headers.ts';
import type { PartContext } from './part-file/part-context.ts';
import type { Proof, Sample } from './span-task.ts';

/** What is known of the nodes that serve one file. */
export type NodeComparison = Proof & {
  /**
   * Where two responses met whose bytes were not compared, with the bytes on both sides; none while all validators
   * agree. Call it once all bytes are there.
   */
  readonly seams: () => AsyncIterable<Sample>;
};

/** Enough to tell two files apart that begin alike. */
const SAMPLE_BYTES = 16 * 1024;
const POLL_MS = 100;
const MAX_POLLS = 100;
/** Of a file with more nodes than this the others stay unproven. */
const MAX_PROVEN = 64;
const MAX_SEAMS = 32;

/** Starts without doubts. `isAlone`: no other connection will bring bytes. */
export function createNodeComparison(
  { clock, file, placed, signal }: Pick<PartContext, 'clock' | 'file' | 'placed' | 'signal'>,
  isAlone: () => boolean,
): NodeComparison {
  const proven = new Set<string>();
  const met = new Set<number>();
  let isDoubted = false;
  // The beginning of a part is ours.
  const least = placed?.ownBytes ?? 0;
  const intervals = () =>
    file.map.intervals().map(({ start, end }) => ({ start: Math.max(start, least), end }));

  const nameOf = ({ etag, lastModified }: ResponseFacts) => `${etag} ${lastModified}`;

  async function sampleOf(start: number, end: number): Promise<Sample> {
    const from = Math.max(start, end - SAMPLE_BYTES);
    return { end, bytes: await file.peek(from, end - from) };
  }

  return {
    isProven: (facts) => proven.has(nameOf(facts)),
    mayBegin: () => {
      isDoubted = true;
      return true;
    },
    prove: (facts) => {
      if (proven.size < MAX_PROVEN) proven.add(nameOf(facts));
    },
    lead: async (before) => {
      const there = intervals().find(({ end }) => end >= before);
      if (isDoubted && there && before - there.start >= SAMPLE_BYTES)
        return (await sampleOf(there.start, before)).bytes;
      if (before > least) met.add(before);
      return new Uint8Array();
    },
    sample: async (before) => {
      isDoubted = true;
      for (let polls = 0; polls < MAX_POLLS; polls += 1) {
        const long = intervals().filter(({ start, end }) => end - start >= SAMPLE_BYTES);
        const there = long.findLast(({ start }) => start + SAMPLE_BYTES <= before) ?? long[0];
        if (there) {
          const end = Math.min(there.end, Math.max(before, there.start + SAMPLE_BYTES));
          return sampleOf(there.start, end);
        }
        if (isAlone()) return null;
        await pause(clock, POLL_MS, signal);
      }
      return null;
    },
    seams: async function* () {
      if (!isDoubted) return;
      const every = Math.ceil(met.size / MAX_SEAMS);
      for (const [index, at] of [...met].entries()) {
        if (index % every !== 0) continue;
        const end = Math.min(file.map.prefix(), at + SAMPLE_BYTES);
        const start = Math.max(least, at - SAMPLE_BYTES);
        yield { end, bytes: await file.peek(start, end - start) };
      }
    },
  };
}
