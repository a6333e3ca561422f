// The port Transcoder: passes a suitable part through, or has ffmpeg make the file while the bytes arrive.

import { loudnessOf } from '../../../core/choosing/plan.ts';
import type { Probe } from '../../../core/files/checking/find-fault.ts';
import type { MadeFile, MakeTask, Transcoder } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';
import { chaptersWithin } from '../../../shared/media/chapters.ts';
import { FILE_FORMATS } from '../../../shared/media/formats.ts';
import { type FragmentWalk, walkFragments } from '../checking/fragment-chain.ts';
import { findBrokenElement } from '../checking/matroska/chain.ts';
import type { ReadAt } from '../checking/mp4-layout.ts';
import { countTornPackets } from '../checking/transport-packets.ts';
import { arriveExact } from '../exact/write-exact.ts';
import { Unfit } from '../hybrid-mp4/unfit.ts';
import { withSpans } from '../measure-length.ts';
import { measurePictures } from '../measure-pictures.ts';
import type { MediaTools } from '../media-tools.ts';
import { withoutLengths } from '../probe-media.ts';
import type { Span } from '../walk-packets.ts';
import { abortable } from './abortable.ts';
import { editFile, needsWholeSource } from './edit/edit-file.ts';
import { madeFrom } from './file-arguments.ts';
import { makeHybrid, mayBeHybrid } from './make-hybrid.ts';
import { type Attempt, makeOnce } from './make-once.ts';
import { demuxerOf, isSettled, readHead, type SourceHead } from './media-source.ts';
import { placeFreeTags } from './mp4/free-tags.ts';
import { endExactly } from './music/exact-ends.ts';
import { layoutOf, mayPassThrough, type PassingThrough, passThrough } from './pass-through.ts';
import { makeSlideshow } from './slideshow.ts';

type Spans = FragmentWalk['spans'];

const MAX_TORN_PACKETS = 2;

/** Creates the port. */
export function createTranscoder(needs: MediaTools): Transcoder {
  return { make: (task) => make(needs, task) };
}

async function make(needs: MediaTools, task: MakeTask): Promise<MadeFile> {
  const { signal, inputs, recipe } = task;
  signal.throwIfAborted();
  const reading = Promise.all(inputs.map(({ fetching }) => readHead(fetching)));
  const heads = await abortable(signal, reading);
  if (recipe.kind === 'slideshow') return makeSlideshow(needs, task, recipe, heads);
  assertKinds(heads, task);
  const [head, [input]] = [heads[0], inputs];
  if (!head || !input) throw new TypeError('a file is made of something');
  const { held } = await abortable(signal, input.fetching.part);
  const isCut =
    recipe.kind === 'clip' &&
    held !== null &&
    chaptersWithin(task.chapters ?? [], held).length === 0 &&
    !(await abortable(signal, hasSubtitles(task)));
  const isAsItIs =
    (recipe.kind === 'copy' || isCut) &&
    !loudnessOf(recipe) &&
    inputs.length === 1 &&
    (task.tags?.ofSource ?? task.tags === null);
  if (isAsItIs && mayPassThrough(head, recipe.container)) {
    const { fetching } = input;
    const passing = passThrough(fetching, recipe.container, task.tags?.ofSource ?? false);
    const isExact = recipe.kind === 'clip' && recipe.isExact;
    const lead = isExact && (await abortable(signal, passing)).passes;
    const exact = lead ? await abortable(signal, arriveExact(needs, task, fetching)) : null;
    if (exact?.made) return { ...exact.made, span: held, from: null };
    const { hidesLead = false } = exact ?? {};
    offer(passing, task, hidesLead);
    const part = await abortable(signal, fetching.done);
    const { passes, bytes, arriving } = await abortable(signal, passing);
    // It may have been fetched again since, as another one.
    if (passes && bytes === part.bytes)
      return {
        path: part.path,
        span: held,
        from: null,
        hidesLead,
        ...(arriving && { etag: arriving.etag }),
      };
  }
  if (await abortable(signal, mayBeHybrid(task, heads))) {
    const hybrid = await makeHybrid(needs, task).catch((error: unknown) => {
      if (!(error instanceof Unfit)) throw error;
      task.onArriving?.(null);
      needs.onJoin?.(error.code);
      if (error.code === 'encrypted') throw new AppError('drm', { cause: error });
      return null;
    });
    if (hybrid) {
      // The index closes up what is missing between fragments.
      await Promise.all(heads.map((head, at) => assertIntact(task, head, at)));
      needs.onJoin?.('joined');
      return hybrid;
    }
  }
  assertOpen(heads, task);
  if (needsWholeSource(recipe)) {
    const whole = Promise.all(inputs.map(({ fetching }) => fetching.done));
    const parts = await abortable(signal, whole);
    // ffmpeg and its probe end silently where a chain of fragments breaks.
    for (const [at, head] of heads.entries())
      if (head.isFragmented) await abortable(signal, assertIntact(task, head, at));
    return tagged(task, await editFile(needs, task, heads.map(demuxerOf), parts));
  }
  const made = await makeFile(needs, task, heads).catch(async (error: unknown) => {
    throw (await isSoundHidden(error, task, heads)) ? indexBroken(error) : error;
  });
  return tagged(task, made);
}

/** A file of ffmpeg's, with the tags that it has no names for. */
async function tagged({ recipe }: MakeTask, made: MadeFile): Promise<MadeFile> {
  if (recipe.container === 'm4a') await placeFreeTags(made.path);
  return made;
}

/** Whether the file gets any. */
async function hasSubtitles({ subtitles }: MakeTask): Promise<boolean> {
  return ((await subtitles)?.made.length ?? 0) > 0;
}

/** Offers a file once its bytes are settled. */
function offer(
  passing: Promise<PassingThrough>,
  { signal, onArriving }: MakeTask,
  hidesLead: boolean,
): void {
  passing.then(
    ({ arriving }) => {
      if (arriving && !signal.aborted) onArriving?.({ ...arriving, hidesLead });
    },
    // It is awaited when all is there, unless that fails.
    () => undefined,
  );
}

/** Whether a sound is missing because the index that lists it is damaged. */
async function isSoundHidden(
  error: unknown,
  { inputs, signal }: MakeTask,
  heads: readonly SourceHead[],
): Promise<boolean> {
  if (!(error instanceof AppError) || error.code !== 'no_sound') return false;
  for (const [at, head] of heads.entries()) {
    const { fetching } = inputs[at] ?? {};
    if (!fetching || demuxerOf(head) !== 'mov') continue;
    const { path, bytes } = await abortable(signal, fetching.done);
    if ((await layoutOf(path, bytes))?.isBroken ?? true) return true;
  }
  return false;
}

function indexBroken(cause: unknown): AppError {
  return new AppError('bad_media', { cause, detail: 'the list of its tracks is damaged' });
}

/** Photos are only passed through, and nothing else becomes one. */
function assertKinds(heads: readonly SourceHead[], { recipe }: MakeTask): void {
  const wanted = FILE_FORMATS[recipe.container].kind === 'image' ? 'photo' : 'media';
  for (const { sniffed } of heads) {
    if (sniffed.kind !== wanted)
      throw new AppError('bad_media', { detail: `it is a ${sniffed.kind}, not a ${wanted}` });
  }
}

/** Throws AppError `drm` if a track that goes into the file is encrypted: it would be copied as it is, and play nowhere. */
function assertOpen(heads: readonly SourceHead[], { inputs, recipe }: MakeTask): void {
  const isAudio = FILE_FORMATS[recipe.container].kind === 'audio';
  for (const [at, { role }] of inputs.entries()) {
    const used = isAudio ? ['sound'] : role === 'both' ? ['picture', 'sound'] : [role];
    const locked = heads[at]?.locked.find((kind) => used.includes(kind));
    if (locked) throw new AppError('drm', { detail: `its ${locked} is encrypted` });
  }
}

/** Makes the file from arriving bytes where possible, else from files; retries once from files where that may help. */
async function makeFile(
  needs: MediaTools,
  task: MakeTask,
  heads: readonly SourceHead[],
): Promise<MadeFile> {
  const whole = Promise.all(task.inputs.map(({ fetching }) => fetching.done));
  const intact = Promise.all(heads.map((head, index) => assertIntact(task, head, index)));
  for (const work of [whole, intact]) work.catch(() => undefined); // callers receive the failure
  const arriving = !(await isSettled(whole)) && heads.every(({ streams }) => streams);
  const parts = async () => await abortable(task.signal, whole);
  const first = await makeOnce(needs, task, heads, {
    parts: arriving ? null : await parts(),
    whole,
    reservesIndex: true,
  });
  const second =
    'failure' in first && mayMend(first, task, heads, arriving)
      ? await makeOnce(needs, task, heads, { parts: await parts(), whole, reservesIndex: false })
      : first;
  // A failed fetch explains any failure here.
  if ('path' in second || (await isSettled(whole))) await abortable(task.signal, whole);
  if ('failure' in second) throw second.failure;
  const spans = await abortable(task.signal, intact);
  const files = await whole;
  const demuxers = heads.map(demuxerOf);
  const probes = await Promise.all(
    second.probes.map(async (probe, at) => {
      const [file, demuxer, seen] = [files[at], demuxers[at], spans[at]];
      if (seen) return ofFragments(probe, seen, task);
      // One of a file was measured then.
      if (!arriving || !file || !demuxer) return probe;
      const measuring = { ...needs, turn: task.turn };
      return measurePictures(measuring, { demuxer, path: file.path }, probe, task.signal);
    }),
  );
  const [probe, file, demuxer] = [second.probes[0], files[0], demuxers[0]];
  if (probe && file && demuxer && files.length === 1) {
    const source = { ...file, demuxer, probe, spans: spans[0] ?? null };
    await endExactly(second.path, task.recipe, source, task.signal);
  }
  const from = madeFrom(task, probes, demuxers);
  return { path: second.path, span: null, from, loudness: second.loudness };
}

/** Of fragments that were still arriving, a probe has the length of the first ones. */
function ofFragments(probe: Probe, spans: Spans, { recipe }: MakeTask): Probe {
  const played = [...spans].map(([index, { start, end, holesSeconds }]): [number, Span] => {
    // Sound that is encoded closes up.
    const shorter = recipe.kind === 'encode' ? holesSeconds : 0;
    return [index, { start, end: end - shorter }];
  });
  return withSpans(withoutLengths(probe), new Map(played));
}

/**
 * Throws AppError `bad_media` for a stream with a gap that ffmpeg would not report. Resolves with the spans of what comes in fragments,
 * and null for other media.
 */
async function assertIntact(
  { inputs, signal }: MakeTask,
  { sniffed, isFragmented }: SourceHead,
  index: number,
): Promise<Spans | null> {
  const input = inputs[index];
  if (sniffed.kind !== 'media' || !input) return null;
  if (isFragmented) {
    const { fetching } = input;
    const { bytes } = await fetching.done;
    // Few bytes of it are read, so that this takes no longer when all of them are there.
    const read: ReadAt = (at, length) => fetching.readAt(at, at + length);
    const { fault, spans } = await walkFragments(read, bytes, signal);
    if (fault !== null) throw new AppError('bad_media', { detail: fault });
    return spans;
  }
  if (sniffed.demuxer === 'mpegts') {
    const torn = await countTornPackets(until(signal, input.fetching.read()));
    if (torn > MAX_TORN_PACKETS)
      throw new AppError('bad_media', { detail: `${torn} packets of the stream are torn` });
  }
  if (sniffed.demuxer === 'matroska') {
    const broken = await findBrokenElement(until(signal, input.fetching.read()));
    if (broken !== null)
      throw new AppError('bad_media', { detail: `its elements break off at byte ${broken}` });
  }
  return null;
}

/** Throws the signal's reason instead of reading on. */
async function* until(
  signal: AbortSignal,
  feed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of feed) {
    signal.throwIfAborted();
    yield piece;
  }
}

/** A copy that was killed is cheap to repeat, and only a file is seekable. */
function mayMend(
  { kind }: Extract<Attempt, { failure: AppError }>,
  { recipe }: MakeTask,
  heads: readonly SourceHead[],
  arrived: boolean,
): boolean {
  if (kind === 'no_room') return true;
  if (kind === 'killed') return recipe.kind !== 'encode';
  const isMp4 = heads.some(({ sniffed }) => sniffed.kind === 'media' && sniffed.demuxer === 'mov');
  return arrived && isMp4 && (kind === 'unreadable' || kind === 'failed');
}
