// Decides whether an MP3 is encoded in pieces, by a process each, and which they are. Pure.
import type { Recipe } from '../../../../core/choosing/plan.ts';
import type { Probe } from '../../../../core/files/checking/find-fault.ts';
import { streamsIn } from '../choose-streams.ts';

/**
 * A piece begins with so many frames of the one before. At 44.1 kHz frames have two sizes, which repeat after such a round; pieces
 * consist of rounds, so that their frames have the sizes that they would have in one go.
 */
export const ROUND_FRAMES = 49;
/** The samples of a round: 1152 for each frame at the rates that are written here. */
export const ROUND_SAMPLES = ROUND_FRAMES * 1152;

/** Where the own parts of the pieces begin, in samples. The rate is a guess where the source has one that is not written. */
export type Pieces = {
  readonly kilobitsPerSecond: number;
  readonly rateHz: number;
  readonly begins: readonly number[];
};

/** About how long the sound is, how many processors are free, and whether the source is piped to each process. */
export type PieceTerms = {
  readonly seconds: number | null;
  readonly processors: number;
  readonly isPiped: boolean;
};

const MOST_PIECES = 4;
/** A process takes as long to start as to encode ten seconds. */
const LEAST_SECONDS = 20;
/** At lower rates, a piece too seldom leaves the bytes that the next one has saved up. */
const LEAST_KILOBITS = 128;
/** Each piece is shorter than the one before, since its sound arrives later, and what is before it is decoded as well. */
const SHORTER = 0.87;
const RATES_HZ: readonly number[] = [44_100, 48_000, 32_000];
/** A line on stderr whenever the filters are set up: if a source changes on its way, they begin anew, and count from 0. */
const MARK = "aselect='1+0*if(eq(n,0),print(t,16))'";
const MARK_LINE = /^-?\d+\.\d{6}$/gm;

/** The pieces of an MP3; null for what is encoded in one go. Where the length is wrong, the last one is longer or shorter. */
export function planPieces(
  recipe: Recipe,
  probes: readonly Probe[],
  { seconds, processors, isPiped }: PieceTerms,
): Pieces | null {
  if (recipe.kind !== 'encode' || recipe.container !== 'mp3') return null;
  const { sound: made } = recipe;
  if (made === null || made === 'copy' || made.mixesAll) return null;
  const { kilobitsPerSecond } = made;
  const { picture, sounds } = streamsIn(probes[0]);
  // To pipe a film several times costs more than it saves.
  if (!sounds[0] || seconds === null || probes.length > 1 || (picture && isPiped)) return null;
  const count = Math.min(MOST_PIECES, processors, Math.floor(seconds / LEAST_SECONDS));
  if (count < 2 || kilobitsPerSecond < LEAST_KILOBITS) return null;
  const rateHz = RATES_HZ.find((rate) => rate === sounds[0]?.sampleRateHz) ?? 44_100;
  const rounds = (seconds * rateHz) / ROUND_SAMPLES / (1 - SHORTER ** count);
  const begins = Array.from({ length: count }, (_, at) => Math.round(rounds * (1 - SHORTER ** at)));
  return { kilobitsPerSecond, rateHz, begins: begins.map((round) => round * ROUND_SAMPLES) };
}

/** Where a piece begins and ends, in samples; the last one ends with the sound. */
export function rangeOf({ begins }: Pieces, at: number): readonly [start: number, end: number] {
  return [Math.max(0, (begins[at] ?? 0) - ROUND_SAMPLES), begins[at + 1] ?? Infinity];
}

/** ffmpeg's filters for a piece, behind those that choose the sample rate. Nothing of it is later than `maxSeconds`. */
export function pieceFilters(pieces: Pieces, at: number, maxSeconds: number): string {
  const [start, end] = rangeOf(pieces, at);
  const last = Number.isFinite(maxSeconds) ? `:end=${maxSeconds}` : '';
  return `${MARK},atrim=start_sample=${start}${end < Infinity ? `:end_sample=${end}` : last}`;
}

/** How often the filters of a run were set up, by what it wrote to stderr, and what else that was. */
export function readMarks(errors: string): { readonly setUps: number; readonly rest: string } {
  return { setUps: errors.match(MARK_LINE)?.length ?? 0, rest: errors.replace(MARK_LINE, '') };
}
