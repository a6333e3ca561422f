// Makes the new files: one, or one for each range; reports progress, and checks each.
import { BlobSource, Input, MP4, QTFF } from 'mediabunny';
import type { Range } from '../../../cutting/range.ts';
import { cutName } from '../file-name.ts';
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
  /** A file for each range instead of one. */
  readonly isSeparate: boolean;
  readonly gifSize: GifSize;
  readonly bytesOf: (ranges: readonly Range[]) => number;
};

/** Callbacks and signal while the cut runs. */
export type CutWatch = {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly onChecking: () => void;
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

/** The files of a cut, at least one. */
export type Cut = { readonly files: readonly CutFile[]; readonly dispose: () => Promise<void> };

/** Makes the files. Throws a {@link TrimError}, or the signal's reason when aborted. */
export async function makeCut(
  media: OpenMedia,
  request: CutRequest,
  watch: CutWatch,
): Promise<Cut> {
  const { ranges, isSeparate, way, output } = request;
  const groups = isSeparate ? ranges.map((range) => [range]) : [ranges];
  const total = request.bytesOf(ranges) || 1;
  const files: CutFile[] = [];
  const places: OpenTarget[] = [];
  const dispose = async () => {
    await Promise.all(places.map((place) => place.dispose()));
  };
  let done = 0;
  try {
    for (const group of groups) {
      const share = request.bytesOf(group) / total;
      const onShare = (part: number) => watch.onProgress(Math.min(1, done + part * share));
      const make =
        output.kind === 'gif'
          ? gifOf(media, group, request)
          : fileOf(media, group, request, output, places);
      files.push(await make({ ...watch, onShare }));
      done += share;
    }
    watch.signal.throwIfAborted();
    return { files, dispose };
  } catch (error) {
    await dispose();
    watch.signal.throwIfAborted();
    throw await failureOver(media.source, error, way === 'exact' ? 'exact' : 'other');
  }
}

type Make = (watch: CutWatch & { readonly onShare: (share: number) => void }) => Promise<CutFile>;

function fileOf(
  media: OpenMedia,
  ranges: readonly Range[],
  { way, bytesOf }: CutRequest,
  output: TrackOutput,
  places: OpenTarget[],
): Make {
  return async ({ signal, onShare, onChecking }) => {
    const place = await openTarget(bytesOf(ranges)).catch((error: unknown) => {
      throw failureOf(error);
    });
    places.push(place);
    // The next of several files begins.
    onShare(0);
    const written = await writeFile(media, { ranges, way, output }, place, { signal, onShare });
    onChecking();
    const file = await place.finish(written.mimeType);
    return {
      file,
      name: cutName(media.source.name, ranges, output.extension),
      startMs: written.start * 1000,
      ...(await checkFile(file, written.length * 1000)),
    };
  };
}

function gifOf(media: OpenMedia, ranges: readonly Range[], { gifSize }: CutRequest): Make {
  return async ({ signal, onShare }) => {
    // A library of its own, loaded where it is needed.
    const { makeGif } = await import('../gif/make-gif.ts');
    const { file, durationMs } = await makeGif(media, ranges, gifSize, { signal, onShare });
    const startMs = ranges[0]?.startMs ?? 0;
    const name = cutName(media.source.name, ranges, 'gif');
    return { file, name, startMs, durationMs, playsEverywhere: true };
  };
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
