// The complete sources of a file, as ffmpeg's inputs: where they are, what they hold, and how much of a part.
import type { Span } from '../../../../core/choosing/choice.ts';
import type { Probe, ProbedPicture } from '../../../../core/files/checking/find-fault.ts';
import type { MakeTask, Part } from '../../../../core/jobs/ports.ts';
import { streamsIn } from '../choose-streams.ts';
import type { Demuxer } from '../guarded-input.ts';
import type { FfmpegInput } from '../make-arguments.ts';

/** A source, with what was found in it. */
export type Source = { readonly part: Part; readonly demuxer: Demuxer; readonly probe: Probe };

/** The sources as inputs, and which of them has the video and the audio; null where there is none. */
export type Sources = {
  readonly all: readonly Source[];
  readonly inputs: readonly FfmpegInput[];
  readonly pictureAt: number | null;
  readonly soundAt: number | null;
};

/** Which source was fetched for its video or its audio, and has it. */
export function indexOf(
  { inputs }: MakeTask,
  probes: readonly Probe[],
  kind: 'picture' | 'sound',
): number | null {
  const at = inputs.findIndex(
    ({ role }, index) =>
      (role === kind || role === 'both') &&
      probes[index]?.streams.some((stream) => stream.kind === kind),
  );
  return at < 0 ? null : at;
}

/** A file to search, whose times count from the start of the item. */
export function placeOf({ all, inputs, pictureAt }: Sources, picture: ProbedPicture) {
  const at = pictureAt ?? 0;
  const { part, demuxer, probe } = all[at] as Source;
  const { startSeconds, durationSeconds } = probe;
  const fileStartSeconds = startSeconds - (inputs[at]?.delaySeconds ?? 0);
  return { path: part.path, demuxer, picture, fileStartSeconds, durationSeconds };
}

/** What a file surely holds of a span: a chapter that goes on would make an MP4 longer. */
export function heldOf({ all, inputs }: Sources, span: Span | null): Span {
  const ends = all.map(
    ({ probe }, at) => (inputs[at]?.delaySeconds ?? 0) + (probe.durationSeconds ?? 0),
  );
  const { startSeconds, endSeconds } = span ?? { startSeconds: 0, endSeconds: Infinity };
  return { startSeconds, endSeconds: Math.min(endSeconds, Math.max(...ends)) };
}

/** Their video and their audio. */
export function streamsOf({ all, pictureAt, soundAt }: Sources) {
  const streamsAt = (at: number | null) => streamsIn(at === null ? undefined : all[at]?.probe);
  return { picture: streamsAt(pictureAt).picture, sounds: streamsAt(soundAt).sounds };
}

/** Their files. */
export const pathsIn = ({ all }: Sources) => all.map(({ part }) => part.path);

/** How long the longest of them is. */
export const secondsIn = ({ all }: Sources) =>
  Math.max(0, ...all.map(({ probe }) => probe.durationSeconds ?? 0));
