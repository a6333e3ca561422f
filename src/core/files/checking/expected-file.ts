// What a finished file must hold, by the sources that it was made of and the recipe. Pure.
import { secondsOf, withoutCuts } from '../../../shared/media/marked.ts';
import type { Span } from '../../choosing/choice.ts';
import {
  cutsOf,
  type EncodeRecipe,
  type Expectation,
  type PlanOption,
  type Recipe,
} from '../../choosing/plan.ts';
import type { Expected, Probe, ProbedPicture, ProbedSound } from './find-fault.ts';

/**
 * What was found in the sources that a file's picture and its sound come from; the same one for both if it has both.
 * `isPictureHeld`: the last picture is shown up to the end of the part.
 */
export type MadeFrom = {
  readonly picture: Probe | null;
  readonly sound: Probe | null;
  readonly isPictureHeld?: boolean;
};

/** Two sources whose starts are further apart do not share a clock. */
export const SAME_CLOCK_SECONDS = 3;

/** When a stream plays, in seconds from the start of the file; the end is null where its source does not tell. */
type Times = { readonly start: number; readonly end: number | null };

/**
 * What the file must hold. `from` is null for a file that is its own source, whose lengths are compared with nothing, and `span` for
 * all of the source.
 */
export function expectedOf(
  { recipe, expect }: Pick<PlanOption, 'recipe' | 'expect'>,
  from: MadeFrom | null,
  span: Span | null,
): Expected {
  const { subtitles = 0 } = expect;
  // Made of pictures, so that nothing of it is announced by a platform.
  if (recipe.kind === 'slideshow') return expect;
  if (!from) {
    const any = { codec: 'other', width: null, height: null } as const;
    const sound = expect.picture ? 'unknown' : expect.sound && any;
    return { picture: expect.picture && any, sound, durationSeconds: null, subtitles };
  }
  const streams = {
    picture: expect.picture && pictureIn(from.picture),
    sound: leavesSoundOut(recipe) ? null : soundIn(from.sound, recipe),
  };
  const cuts = cutsOf(recipe);
  const times = timesOf(from, streams, span, cuts);
  const { picture, sound } = streams;
  // A part behind the end of the sound has none, or an empty one.
  const isSilent = times.sound === 'outside';
  return {
    picture: picture && pictureOf(picture, recipe, expect),
    sound: isSilent ? 'unknown' : sound && { codec: codecOf(sound, recipe) },
    ...lengthsOf(from, times, span, cuts),
    subtitles,
  };
}

function pictureIn(probe: Probe | null): ProbedPicture | null {
  return probe?.streams.find((stream) => stream.kind === 'picture') ?? null;
}

/** The sound that is taken, or the one of several that lasts longest where they are mixed. */
function soundIn(probe: Probe | null, recipe: Recipe): ProbedSound | null {
  const sounds = probe?.streams.filter((stream) => stream.kind === 'sound') ?? [];
  const made = recipe.kind === 'encode' ? recipe.sound : null;
  if (made === null || made === 'copy' || !made.mixesAll)
    return sounds.find(({ isExtra }) => !isExtra) ?? sounds[0] ?? null;
  const endOf = ({ startSeconds, durationSeconds }: ProbedSound) =>
    startSeconds + (durationSeconds ?? 0);
  return sounds.toSorted((a, b) => endOf(b) - endOf(a))[0] ?? null;
}

const leavesSoundOut = (recipe: Recipe) => recipe.kind === 'encode' && recipe.sound === null;

function codecOf({ codec }: ProbedSound, recipe: Recipe) {
  const made = recipe.kind === 'encode' ? recipe.sound : 'copy';
  return made === 'copy' || made === null ? codec : made.codec;
}

function pictureOf(
  { codec, width, height }: ProbedPicture,
  recipe: Recipe,
  expect: Expectation,
): NonNullable<Expected['picture']> {
  const made: EncodeRecipe['picture'] = recipe.kind === 'encode' ? recipe.picture : 'copy';
  if (made === 'copy' || made === null) return { codec, width, height };
  const scale = made.shortSide === null ? 1 : made.shortSide / Math.min(width, height);
  return {
    codec: expect.picture?.codec ?? 'other',
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  };
}

type StreamTimes = Readonly<Record<'picture' | 'sound', Times | 'outside' | null>>;

/** When the streams play in the file. */
function timesOf(
  from: MadeFrom,
  streams: { readonly picture: ProbedPicture | null; readonly sound: ProbedSound | null },
  span: Span | null,
  cuts: readonly Span[],
): StreamTimes {
  const origins = originsOf(from);
  const of = (kind: 'picture' | 'sound') => {
    const [stream, probe] = [streams[kind], from[kind]];
    return stream && probe && within(playsAt(stream, probe, origins[kind]), span, cuts);
  };
  const [picture, sound] = [of('picture'), of('sound')];
  if (!picture || !from.isPictureHeld) return { picture, sound };
  const start = picture === 'outside' ? 0 : picture.start;
  const ends = [picture, sound].flatMap((one) => (one && one !== 'outside' ? (one.end ?? []) : []));
  const end = span ? secondsOf([span]) - secondsOf(cuts) : Math.max(...ends);
  return { picture: { start, end }, sound };
}

/** The length of the file, and how much later its picture ends than its sound. */
function lengthsOf(
  from: MadeFrom,
  { picture, sound }: StreamTimes,
  span: Span | null,
  cuts: readonly Span[],
): Pick<Expected, 'durationSeconds' | 'apartSeconds' | 'leadSeconds'> {
  const held = [picture, sound].filter((one) => one !== null && one !== 'outside');
  const ends = held.flatMap(({ end }) => end ?? []);
  if (held.length === 0 || ends.length < held.length)
    return { durationSeconds: lengthOfAll(from, picture !== null, span, cuts), apartSeconds: null };
  const [one, other] = ends;
  const leadSeconds = Math.min(...held.map(({ start }) => start));
  return {
    durationSeconds: Math.max(...ends) - leadSeconds,
    leadSeconds,
    apartSeconds: one === undefined || other === undefined ? null : one - other,
  };
}

/** Where the sources begin: at the earlier of both, or each at its own start where they do not share a clock. */
function originsOf({ picture, sound }: MadeFrom) {
  const starts = [picture?.startSeconds ?? 0, sound?.startSeconds ?? 0] as const;
  const isSameClock = Math.abs(starts[0] - starts[1]) <= SAME_CLOCK_SECONDS;
  const first = Math.min(...starts);
  return isSameClock ? { picture: first, sound: first } : { picture: starts[0], sound: starts[1] };
}

function playsAt(
  { startSeconds, durationSeconds }: ProbedPicture | ProbedSound,
  probe: Probe,
  origin: number,
): Times {
  const isAlone = probe.streams.filter(isMedia).length === 1;
  const seconds = durationSeconds ?? (isAlone ? probe.durationSeconds : null);
  const start = startSeconds - origin;
  return { start, end: seconds === null ? null : start + seconds };
}

const isMedia = ({ kind }: Probe['streams'][number]) => kind === 'picture' || kind === 'sound';

/** The part of a stream that lies within the span and outside of the cuts, from the start of the span. */
function within(
  { start, end }: Times,
  span: Span | null,
  cuts: readonly Span[],
): Times | 'outside' {
  const { startSeconds, endSeconds } = span ?? { startSeconds: 0, endSeconds: Infinity };
  if (span && (start >= endSeconds || (end !== null && end <= startSeconds))) return 'outside';
  const [from, to] = span
    ? [Math.max(start, startSeconds), end && Math.min(end, endSeconds)]
    : [start, end];
  const times = {
    start: withoutCuts(from, cuts) - startSeconds,
    end: to === null ? null : withoutCuts(to, cuts) - startSeconds,
  };
  return cuts.length > 0 && times.end !== null && times.end <= times.start ? 'outside' : times;
}

/** Where streams do not tell their lengths: that of the whole, if all of it is in the file. */
function lengthOfAll(
  { picture, sound }: MadeFrom,
  hasPicture: boolean,
  span: Span | null,
  cuts: readonly Span[],
): number | null {
  if (span) return secondsOf([span]) - secondsOf(cuts);
  const sources = new Set([picture, sound].filter((probe) => probe !== null));
  const holdsAll =
    hasPicture ||
    [...sources].every(({ streams }) => !streams.some(({ kind }) => kind === 'picture'));
  const seconds = [...sources].map(({ durationSeconds }) => durationSeconds);
  const longest = Math.max(...seconds.map((each) => each ?? 0));
  return holdsAll && !seconds.includes(null) ? longest - secondsOf(cuts) : null;
}
