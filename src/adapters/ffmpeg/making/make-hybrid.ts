// Makes a file of fragmented sources as they are, without a program and while they arrive.
import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Span } from '../../../core/choosing/choice.ts';
import { onlyCopies } from '../../../core/choosing/plan.ts';
import type { Probe } from '../../../core/files/checking/find-fault.ts';
import { asStorageError } from '../../../core/files/disk-error.ts';
import type { Fetching, HowToRead, MadeFile, MakeTask } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';
import { probeIndex } from '../checking/mp4-probe.ts';
import { encodeLead } from '../exact/encode-lead.ts';
import { etagOf, type HybridLayout, layOut, readRange } from '../hybrid-mp4/layout.ts';
import { type HybridPart, hidesLead, leadOf, planPart, withLead } from '../hybrid-mp4/plan-part.ts';
import { readHead, type SourceHead } from '../hybrid-mp4/read-head.ts';
import { demand, Unfit } from '../hybrid-mp4/unfit.ts';
import type { ReadSource } from '../hybrid-mp4/walk-boxes.ts';
import { writeIndex } from '../hybrid-mp4/write-index.ts';
import { startSecondsOf, toOneClock, writeMoov } from '../hybrid-mp4/write-moov.ts';
import type { MediaTools } from '../media-tools.ts';
import { inItem } from './file-arguments.ts';
import { isSettled, type SourceHead as Sniffed } from './media-source.ts';

const CONTAINERS: ReadonlySet<string> = new Set(['mp4', 'm4a']);

/** Whether sources with these first bytes may become a hybrid MP4: only if nothing else goes into the file. */
export async function mayBeHybrid(
  { inputs, recipe, tags, subtitles }: MakeTask,
  heads: readonly Sniffed[],
): Promise<boolean> {
  const isCopied = onlyCopies(recipe);
  if (!isCopied || !CONTAINERS.has(recipe.container) || tags !== null) return false;
  if (!heads.every(({ isFragmented }) => isFragmented)) return false;
  if (!inputs.every(({ fetching }) => fetching.moveTo)) return false;
  // The length of what comes in segments is not known before the last one.
  if (!(await isSettled(Promise.all(inputs.map(({ fetching }) => fetching.totalBytes)))))
    return false;
  return ((await subtitles)?.made.length ?? 0) === 0;
}

/** Throws Unfit for sources whose file is to be made in another way, and what their fetches throw. */
export async function makeHybrid(needs: MediaTools, task: MakeTask): Promise<MadeFile> {
  const { inputs, recipe, folder, maxBytes, chapters, signal, onArriving } = task;
  const sources = inputs.map(({ fetching }) => fetching);
  const totals = await Promise.all(sources.map(({ totalBytes }) => totalBytes));
  const read = readerOf(sources);
  const heads = await Promise.all(totals.map((total, at) => readHead(read, at, total)));
  const part = await partOf(needs, task, heads);
  const layout = layOut(heads, chapters, part);
  demand(layout.bytes <= maxBytes, 'too_many');
  const probe = probeOf(heads, layout, part);
  const index = writeIndex(layout, heads, read, part);
  // The first failure of all that is awaited below is reported.
  index.catch(() => undefined);
  const hides = part !== null && hidesLead(part);
  const etag = etagOf(heads, part && { ...part, lead: part.lead?.digest }, chapters);
  onArriving?.({
    bytes: layout.bytes,
    etag,
    probe,
    hidesLead: hides,
    heldFrom: layout.indexAt,
    async read(from, to) {
      const pieces = readRange(layout, readerOf(sources, { isUrgent: true }), index, from, to);
      return (await pieces.next()).value ?? new Uint8Array();
    },
  });
  const made = path.join(folder, `hybrid.${recipe.container}`);
  try {
    await writeHybrid(task, made, layout, index);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof Unfit || error instanceof AppError ? error : asStorageError(error);
  }
  const its = part ? inItem(probe, part.held.startSeconds) : probe;
  return {
    path: made,
    span: part && inMilliseconds(part.held),
    from: { picture: its, sound: its },
    etag,
    isIndexLast: true,
    hidesLead: hides,
  };
}

function inMilliseconds({ startSeconds, endSeconds }: Span): Span {
  return { startSeconds: Math.round(startSeconds * 1000) / 1000, endSeconds };
}

/** The part of a clip; null for whole sources. */
async function partOf(
  needs: MediaTools,
  task: MakeTask,
  heads: readonly SourceHead[],
): Promise<HybridPart | null> {
  const { inputs, recipe } = task;
  if (recipe.kind !== 'clip') return null;
  const { span, isExact = false } = recipe;
  const fetched = await Promise.all(inputs.map(({ fetching }) => fetching.part));
  // By the samples themselves, since lists of fragments may count from when the first is decoded.
  const begins = heads.map(
    ({ first }, at) => startSecondsOf(first) - (fetched[at]?.startSeconds ?? 0),
  );
  const read = readerOf(
    inputs.map(({ fetching }) => fetching),
    { isUrgent: true },
  );
  const part = await planPart(heads, read, { ...span, isExact }, toOneClock(begins));
  const plan = isExact ? await leadOf(heads, read, part) : null;
  const readPicture = (from: number, to: number) => read(part.pictureAt, from, to);
  const lead = plan && (await encodeLead(needs, task, plan, readPicture));
  return lead ? withLead(part, lead, plan, heads, read) : part;
}

/** Has the sources written to their places in the file as they arrive, and the index behind them. */
async function writeHybrid(
  { inputs, signal, durationSeconds, report }: MakeTask,
  file: string,
  { front, pieces, indexAt }: HybridLayout,
  index: Promise<Uint8Array>,
): Promise<void> {
  const sources = inputs.map(({ fetching }) => fetching);
  await writeFile(file, front, { flag: 'wx' });
  try {
    const moves = sources.map(async ({ moveTo, done }, at) => {
      const own = pieces.filter(({ source }) => source === at);
      const extents = own.toSorted((a, b) => a.from - b.from);
      await moveTo?.({ path: file, extents, signal });
      await done;
    });
    await Promise.all([index, ...moves]);
    const behind = createWriteStream(file, { flags: 'r+', start: indexAt });
    await pipeline([await index], behind);
    report(durationSeconds ?? 0);
  } catch (error) {
    signal.throwIfAborted();
    // Where another way of making the file reads them.
    await Promise.all(sources.map(({ moveTo }) => moveTo?.(null)));
    await rm(file, { force: true });
    throw error;
  }
}

function readerOf(sources: readonly Fetching[], how?: HowToRead): ReadSource {
  return async (source, from, to) =>
    (await sources[source]?.readSome(from, to, how)) ?? new Uint8Array();
}

/** The file by its first fragments, and by how long the lists of fragments say that it is, within the span that it holds. */
function probeOf(
  heads: readonly SourceHead[],
  { bytes, indexBytes }: HybridLayout,
  part: HybridPart | null,
): Probe {
  const firsts = heads.map(({ first }) => first);
  const probe = probeIndex(writeMoov(firsts, { indexBytes, isLarge: false }), bytes);
  demand(probe, 'broken');
  const lengths = heads.map(({ segments, track }, at) => {
    const [first, last] = [segments[0], segments.at(-1)];
    const span = part?.spans[at];
    if (span) return Math.min(last?.endSeconds ?? 0, span.endSeconds) - span.startSeconds;
    return Math.min((last?.endSeconds ?? 0) - (first?.startSeconds ?? 0), track.shownSeconds);
  });
  const streams = probe.streams.map((stream, at) =>
    'startSeconds' in stream ? { ...stream, durationSeconds: lengths[at] ?? null } : stream,
  );
  const ends = streams.map((stream, at) =>
    'startSeconds' in stream ? stream.startSeconds + (lengths[at] ?? 0) : 0,
  );
  return { ...probe, durationSeconds: Math.max(...ends) - probe.startSeconds, streams };
}
