// Makes the new files: one, or one for each range; reports progress, and checks each. One that fails does not keep others back.
import { BlobSource, Input, MP4, QTFF } from 'mediabunny';
import type { Range } from '../../../cutting/range.ts';
import { cutName, distinct, namedFile } from '../file-name.ts';
import type { GifSize } from '../gif/gif-sizes.ts';
import { CONTAINERS } from './containers.ts';
import { failureOf, failureOver, TrimError } from './failure.ts';
import { LENGTH_TOLERANCE_MS } from './limits.ts';
import type { OpenMedia } from './open-media.ts';
import { type OpenTarget, openTarget } from './open-target.ts';
import type { Way } from './plan-cut.ts';
import type { TrackOutput, TrimOutput } from './read-output.ts';
import { writeFile } from './write-file.ts';

/** Baseline, Main and High of H.264: 8 bits, 4:2:0. */
const PLAIN_H264 = /^avc1\.(42|4d|64)/i;

/** Whether it does; a file of sound alone always does, for nothing more can be made of it. */
async function playsEverywhere(input: Input): Promise<boolean> {
  const video = await input.getPrimaryVideoTrack();
  if (!video) return true;
  const format = await input.getFormat();
  if (format !== MP4 && format !== QTFF) return false;
  if (!PLAIN_H264.test((await video.getCodecParameterString()) ?? '')) return false;
  const audio = await input.getPrimaryAudioTrack();
  return audio === null || ['aac', 'mp3'].includes((await audio.getCodec()) ?? '');
}

/** The request; `bytesOf` estimates the size of the file of some ranges. */
export type CutRequest = {
  readonly ranges: readonly Range[];
  readonly way: Way;
  readonly output: TrimOutput;
  /** A file for each range instead of one; `names` are those that a visitor gave them, empty without. */
  readonly isSeparate: boolean;
  readonly names: readonly string[];
  readonly gifSize: GifSize;
  readonly bytesOf: (ranges: readonly Range[]) => number;
};

/** Callbacks and signal while the cut runs. */
export type CutWatch = {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly onChecking: () => void;
  /** Called when one of several files has ended, with its place among them. */
  readonly onEnd?: (index: number, end: CutEnd) => void;
};

/** A checked new file. `startMs` is where in the original it starts. */
export type CutFile = {
  readonly file: Blob;
  readonly name: string;
  readonly startMs: number;
  readonly durationMs: number;
  /** Whether phones and televisions play it, as far as its codecs tell. */
  readonly playsEverywhere: boolean;
};

/** How one of the files ended; it is left out when the visitor cancelled before it was made. */
export type CutEnd =
  | { readonly kind: 'made'; readonly file: CutFile }
  | { readonly kind: 'failed'; readonly error: TrimError }
  | { readonly kind: 'left' };

/** The ends of the files in their order, of which at least one was made. */
export type Cut = { readonly ends: readonly CutEnd[]; readonly dispose: () => Promise<void> };

/** The names of the files that will be made, all different. */
export function namesOf(media: OpenMedia, { ranges, isSeparate, names, output }: CutRequest) {
  const extension = output.kind === 'gif' ? 'gif' : output.extension;
  const { name: original } = media.source;
  if (!isSeparate) return [cutName(original, ranges, extension)];
  return distinct(
    ranges.map((range, index) => {
      const own = names[index]?.trim();
      return own ? namedFile(own, extension) : cutName(original, [range], extension);
    }),
  );
}

/** Makes the files. If none can be, throws the {@link TrimError} of the first, or the signal's reason when aborted. */
export async function makeCut(
  media: OpenMedia,
  request: CutRequest,
  watch: CutWatch,
): Promise<Cut> {
  const { ranges, isSeparate, way } = request;
  const groups = isSeparate ? ranges.map((range) => [range]) : [ranges];
  const names = namesOf(media, request);
  const total = request.bytesOf(ranges) || 1;
  const ends: CutEnd[] = [];
  const places: OpenTarget[] = [];
  const dispose = async () => {
    await Promise.all(places.map((place) => place.dispose()));
  };
  let done = 0;
  for (const [index, group] of groups.entries()) {
    const share = request.bytesOf(group) / total;
    const onShare = (part: number) => watch.onProgress(Math.min(1, done + part * share));
    const end = await makeOne({ media, group, name: names[index] ?? '', request, places }, way, {
      ...watch,
      onShare,
    });
    ends.push(end);
    if (watch.signal.aborted) break;
    watch.onEnd?.(index, end);
    done += share;
  }
  if (ends.some(({ kind }) => kind === 'made'))
    return { ends: groups.map((_, index) => ends[index] ?? { kind: 'left' }), dispose };
  watch.signal.throwIfAborted();
  const [first] = ends;
  throw first?.kind === 'failed' ? first.error : new TrimError('other');
}

/** What one file is made of. `places` receives where it was written. */
type Making = {
  readonly media: OpenMedia;
  readonly group: readonly Range[];
  readonly name: string;
  readonly request: CutRequest;
  readonly places: OpenTarget[];
};

type Watch = CutWatch & { readonly onShare: (share: number) => void };

async function makeOne(making: Making, way: Way, watch: Watch): Promise<CutEnd> {
  const { output } = making.request;
  try {
    watch.signal.throwIfAborted();
    const make = output.kind === 'gif' ? gifOf(making, watch) : fileOf(making, output, watch);
    return { kind: 'made', file: await make };
  } catch (error) {
    if (watch.signal.aborted) return { kind: 'left' };
    const fallback = way === 'exact' ? 'exact' : 'other';
    return { kind: 'failed', error: await failureOver(making.media.source, error, fallback) };
  }
}

async function fileOf(
  { media, group, name, request, places }: Making,
  output: TrackOutput,
  { signal, onShare, onChecking }: Watch,
): Promise<CutFile> {
  const { way, bytesOf } = request;
  const place = await openTarget(bytesOf(group)).catch((error: unknown) => {
    throw failureOf(error);
  });
  try {
    // The next of several files begins.
    onShare(0);
    const written = await writeFile(media, { ranges: group, way, output }, place, {
      signal,
      onShare,
    });
    onChecking();
    const file = await place.finish(written.mimeType);
    const checked = await checkFile(file, written.length * 1000);
    places.push(place);
    return { file, name, startMs: written.start * 1000, ...checked };
  } catch (error) {
    // The next one may need its room.
    await place.dispose();
    throw error;
  }
}

async function gifOf(
  { media, group, name, request }: Making,
  { signal, onShare }: Watch,
): Promise<CutFile> {
  // A library of its own, loaded where it is needed.
  const { makeGif } = await import('../gif/make-gif.ts');
  const { file, durationMs } = await makeGif(media, group, request.gifSize, { signal, onShare });
  return { file, name, startMs: group[0]?.startMs ?? 0, durationMs, playsEverywhere: true };
}

/** Reads the new file and checks its duration against the expected one. */
async function checkFile(
  file: Blob,
  wantedMs: number,
): Promise<Pick<CutFile, 'durationMs' | 'playsEverywhere'>> {
  const input = new Input({
    source: new BlobSource(file),
    formats: CONTAINERS.map((one) => one.input),
  });
  try {
    const durationMs = (await input.computeDuration()) * 1000;
    if (Math.abs(durationMs - wantedMs) <= LENGTH_TOLERANCE_MS)
      return { durationMs, playsEverywhere: await playsEverywhere(input) };
    throw new TrimError('check', { cause: `${durationMs} ms instead of ${wantedMs} ms` });
  } finally {
    input.dispose();
  }
}
