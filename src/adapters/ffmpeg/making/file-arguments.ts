// Builds ffmpeg's arguments for a file from its task and the probes of its sources. Pure.

import type { MadeFrom } from '../../../core/files/checking/expected-file.ts';
import { SAME_CLOCK_SECONDS } from '../../../core/files/checking/expected-file.ts';
import { MAX_CHANNELS, type Probe } from '../../../core/files/checking/find-fault.ts';
import type { MakeTask, Part } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';
import { FILE_FORMATS } from '../../../shared/media/formats.ts';
import { withoutLengths } from '../probe-media.ts';
import { streamsIn } from './choose-streams.ts';
import { encodeArguments } from './encode-arguments.ts';
import type { FfmpegExtras } from './extra-arguments.ts';
import type { Demuxer } from './guarded-input.ts';
import { copyArguments, type FfmpegInput } from './make-arguments.ts';
import { indexReserveBytes } from './mp4/reserve-index.ts';

/** The probes of the sources, what else goes into the file, and the output file; `piece` as in {@link EncodeOptions}. */
export type Known = {
  readonly probes: readonly Probe[];
  readonly extras: FfmpegExtras;
  readonly output: string;
  readonly reservesIndex: boolean;
  readonly piece?: string;
};

/** The inputs in order: files when there are parts, else pipes; `begins` as from {@link beginningsOf}. */
export function placeInputs(
  demuxers: readonly Demuxer[],
  begins: readonly number[],
  parts: readonly Part[] | null,
): FfmpegInput[] {
  return demuxers.map((demuxer, index) => {
    const part = parts?.[index];
    // Descriptors 0, 3, 4: 1 and 2 are for output.
    const place = part ? { path: part.path } : { descriptor: index === 0 ? 0 : index + 2 };
    return { demuxer, place, delaySeconds: begins[index] ?? 0 };
  });
}

/**
 * When each source begins, in seconds of the item, which begins with the first of them. `startsAt` is where in their sources those are of which
 * only a part was fetched.
 */
export function beginningsOf(
  probes: readonly Pick<Probe, 'startSeconds'>[],
  startsAt: readonly number[] = [],
): number[] {
  const clocks = probes.map(({ startSeconds }, index) => startSeconds - (startsAt[index] ?? 0));
  const first = Math.min(...clocks);
  const isSameClock = Math.max(...clocks) - first <= SAME_CLOCK_SECONDS;
  return clocks.map((clock, index) => (startsAt[index] ?? 0) + (isSameClock ? clock - first : 0));
}

/** A source with the times of its item, in which it begins at `begins`. */
export function inItem(probe: Probe, begins: number): Probe {
  const moved = begins - probe.startSeconds;
  const streams = probe.streams.map((stream) =>
    'startSeconds' in stream ? { ...stream, startSeconds: stream.startSeconds + moved } : stream,
  );
  return { ...probe, startSeconds: 0, streams };
}

/**
 * The arguments for the file. Throws AppError `bad_media` when a source lacks the stream it was fetched for, or has too
 * many channels, and `no_sound` when a file of sound alone would have none.
 */
export function fileArguments(
  task: MakeTask,
  inputs: readonly FfmpegInput[],
  known: Known,
): string[] {
  const { recipe } = task;
  const { probes, extras, output } = known;
  const soundAt = indexOfRole(task, 'sound');
  const { sounds } = streamsIn(probes[soundAt]);
  const [sound = null] = sounds;
  if (sound && sound.channels > MAX_CHANNELS)
    throw new AppError('bad_media', { detail: `its sound has ${sound.channels} channels` });
  if (recipe.kind === 'encode') {
    if (!sound && recipe.sound) throw noSound();
    return encodeArguments({
      recipe,
      inputs,
      pictureAt: null,
      decodeFrom: null,
      soundAt,
      picture: null,
      sounds,
      extras,
      maxSeconds: mostSecondsOf(task),
      pass: null,
      output,
      piece: known.piece,
    });
  }
  const { container } = recipe;
  const hasPicture = FILE_FORMATS[container].kind === 'video';
  const pictureAt = indexOfRole(task, 'picture');
  const picture = hasPicture ? streamsIn(probes[pictureAt]).picture : null;
  if (hasPicture && !picture) throw missingStream('picture');
  // A combined source may be silent; one that was fetched for its audio may not.
  if (!sound && !hasPicture) throw noSound();
  if (!sound && inputs.length > 1) throw missingStream('sound');
  const early = Math.max(0, -(probes[soundAt]?.startSeconds ?? 0));
  return copyArguments({
    inputs,
    // What an encoder has before the sound, of which a fragmented source says so, is not shown here either.
    ...(container === 'm4a' && early > 0 ? { hiddenSeconds: early } : {}),
    picture: picture && { input: pictureAt, codec: picture.codec },
    sound: sound && { ...sound, input: soundAt },
    container,
    indexBytes:
      picture && known.reservesIndex
        ? indexReserveBytes(picture, sound, task.durationSeconds, extras.chapters?.count)
        : null,
    extras,
    output,
  });
}

/**
 * So many seconds are encoded at most: what is announced as a song must not become ten hours of audio. No song of that length is
 * merely announced wrongly. Null where nothing is announced.
 */
export function mostSecondsOf({ recipe, durationSeconds }: MakeTask): number | null {
  return recipe.kind === 'encode' && durationSeconds !== null ? durationSeconds * 1.2 + 60 : null;
}

/** The sources that were fetched for the picture and for the sound. */
export function madeFrom(
  { inputs }: MakeTask,
  probes: readonly Probe[],
  demuxers: readonly Demuxer[],
): MadeFrom {
  // An MP3 may lack the header that states its length.
  const known = probes.map((probe, at) => (demuxers[at] === 'mp3' ? withoutLengths(probe) : probe));
  const of = (kind: 'picture' | 'sound') =>
    known[inputs.findIndex(({ role }) => role === kind || role === 'both')] ?? null;
  return { picture: of('picture'), sound: of('sound') };
}

function indexOfRole({ inputs }: MakeTask, role: 'picture' | 'sound'): number {
  const found = inputs.findIndex((input) => input.role === role || input.role === 'both');
  return Math.max(0, found);
}

function noSound(): AppError {
  return new AppError('no_sound', { detail: 'there is no sound in it' });
}

/** The error for a source without the stream that it was fetched for. */
export function missingStream(what: 'sound' | 'picture'): AppError {
  return new AppError('bad_media', { detail: `there is no ${what} in it` });
}
