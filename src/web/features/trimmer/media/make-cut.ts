// Makes the new file: copies packets or re-encodes, reports progress, and checks the result.
import {
  BlobSource,
  Conversion,
  ConversionCanceledError,
  type ConversionOptions,
  Input,
  Output,
} from 'mediabunny';
import { cutName } from '../file-name.ts';
import type { Range } from '../timeline/range.ts';
import { CONTAINERS } from './containers.ts';
import { failureOf, failureOver, TrimError } from './failure.ts';
import { LENGTH_TOLERANCE_MS } from './limits.ts';
import type { OpenMedia } from './open-media.ts';
import { openTarget } from './open-target.ts';
import { trueStartOf, type Way } from './plan-cut.ts';

/** The request; `bytes` is an estimate. */
export type CutRequest = { readonly range: Range; readonly way: Way; readonly bytes: number };

/** Callbacks and signal while the cut runs. */
export type CutWatch = {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly onChecking: () => void;
};

/** The checked new file. `startMs` is where in the original it starts. */
export type Cut = {
  readonly file: Blob;
  readonly name: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly dispose: () => Promise<void>;
};

/** Makes the file. Throws a {@link TrimError}, or the signal's reason when aborted. */
export async function makeCut(
  media: OpenMedia,
  request: CutRequest,
  watch: CutWatch,
): Promise<Cut> {
  const place = await openTarget(request.bytes).catch((error: unknown) => {
    throw failureOf(error);
  });
  try {
    const start =
      request.way === 'instant'
        ? await trueStartOf(media, request.range.startMs)
        : request.range.startMs / 1000;
    const end = request.range.endMs / 1000;
    const output = new Output({
      format: media.container.output(place.fastStart),
      target: place.target,
    });
    const conversion = await Conversion.init({
      input: media.input,
      output,
      // The duration is rounded down to a millisecond; without an end the last packet is included.
      trim: request.range.endMs >= media.durationMs ? { start } : { start, end },
      showWarnings: false,
      ...howTo(media, request.way),
    });
    refuseLoss(media, conversion);
    await run(conversion, watch);
    watch.onChecking();
    const file = await place.finish(output.format.mimeType);
    const durationMs = await checkedLength(file, (end - start) * 1000);
    watch.signal.throwIfAborted();
    const { extension, soundExtension } = media.container;
    return {
      file,
      name: cutName(
        media.source.name,
        request.range,
        media.video ? extension : (soundExtension ?? extension),
      ),
      startMs: start * 1000,
      durationMs,
      dispose: place.dispose,
    };
  } catch (error) {
    await place.dispose();
    watch.signal.throwIfAborted();
    throw await failureOver(media.source, error, request.way === 'exact' ? 'exact' : 'other');
  }
}

function howTo(
  { exact }: OpenMedia,
  way: Way,
): Pick<ConversionOptions, 'copy' | 'video' | 'audio'> {
  // A copy may start a packet before the requested time; the timeline is then shifted, video and audio together.
  const shiftTolerance = Number.POSITIVE_INFINITY;
  if (way === 'instant') return { copy: { mode: 'forced', shiftTolerance } };
  if (exact.kind === 'none') throw new TrimError('exact');
  if (exact.kind === 'audio') return { copy: false, audio: { codec: exact.codec } };
  const { codec, quality } = exact;
  return { copy: { shiftTolerance }, video: { forceTranscode: true, codec, quality } };
}

/** Refuses a conversion that would drop the video or the audio. */
function refuseLoss(media: OpenMedia, conversion: Conversion): void {
  const isLost = conversion.discardedTracks.some(
    ({ track }) => track === media.video || track === media.audio,
  );
  if (isLost || !conversion.isValid) throw new TrimError('codec');
}

async function run(conversion: Conversion, { signal, onProgress }: CutWatch): Promise<void> {
  signal.throwIfAborted();
  const cancel = () => void conversion.cancel();
  signal.addEventListener('abort', cancel);
  conversion.onProgress = onProgress;
  try {
    await conversion.execute();
  } catch (error) {
    if (error instanceof ConversionCanceledError) signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Reads the duration of the new file and checks it against the expected one. */
async function checkedLength(file: Blob, wantedMs: number): Promise<number> {
  const input = new Input({
    source: new BlobSource(file),
    formats: CONTAINERS.map((one) => one.input),
  });
  try {
    const durationMs = (await input.computeDuration()) * 1000;
    if (Math.abs(durationMs - wantedMs) <= LENGTH_TOLERANCE_MS) return durationMs;
    throw new TrimError('check', { cause: `${durationMs} ms instead of ${wantedMs} ms` });
  } finally {
    input.dispose();
  }
}
