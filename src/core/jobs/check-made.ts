// Checks a file that was made, by its sources and by what its platform announced, and writes its receipt.
import { AppError } from '../../shared/errors.ts';
import { secondsOf } from '../../shared/media/marked.ts';
import type { Clock } from '../async/clock.ts';
import { cutsOf, type PlanOption, spanOf } from '../choosing/plan.ts';
import { type AnnouncedDoubt, compareAnnounced } from '../files/checking/compare-announced.ts';
import { expectedOf, type MadeFrom } from '../files/checking/expected-file.ts';
import type { CheckedFile } from '../files/ports.ts';
import type { Receipt } from '../files/stored-file.ts';
import { type Doubted, DoubtfulMedia, hasMore } from './doubts.ts';
import type { Material } from './material/material.ts';
import type { NextOption } from './next-option.ts';
import type { Checker, MadeFile, Part, ReadSubtitles, SourceRates } from './ports.ts';
import type { WorkTurn } from './work-turns.ts';

/** What checking needs. */
export type CheckingNeeds = {
  readonly checker: Checker;
  readonly clock: Clock;
  /** A name for a plan's key, see `Tokens`. */
  readonly workKey: (planKey: string) => string;
  readonly maxDurationSeconds: number;
  readonly fileTtlMs: number;
};

/** A file in the workspace, and the parts it was made of. */
export type MadeOfParts = MadeFile & {
  readonly parts: readonly Part[];
  readonly subtitles: ReadSubtitles;
};

/** What the file was made by, and the least doubtful of those before. */
type CheckOf = NextOption & {
  readonly material: Material;
  readonly held: Doubted | null;
  readonly signal: AbortSignal;
  readonly turn: WorkTurn;
};

/**
 * Checks a file. Throws AppError `bad_media` with what is wrong with it, DoubtfulMedia where it is of no use, and what the checker
 * throws.
 */
export async function checkMade(
  needs: CheckingNeeds,
  { option, material, key, instead, held, signal, turn }: CheckOf,
  made: MadeOfParts,
): Promise<{ readonly checked: CheckedFile; readonly doubt: DoubtfulMedia | null }> {
  const { path, parts, span, from, isIndexLast = false, hidesLead, loudness } = made;
  const { missing } = made.subtitles;
  const { recipe, expect, sources } = option;
  const cuts = cutsOf(recipe);
  const asked = recipe.kind === 'encode' ? recipe.span : null;
  // Of a stored file, an exact part is what it is named.
  const shown = span ?? (sources.every(({ kind }) => kind === 'track') ? asked : null);
  const found = await needs.checker.check({
    path,
    container: recipe.container,
    expect: {
      ...expectedOf(option, from, span ?? asked),
      ...(missing.length > 0 && { subtitles: made.subtitles.made.length }),
    },
    announcedSeconds: expect.durationSeconds,
    maxDurationSeconds: needs.maxDurationSeconds,
    closely: parts.some(({ mayHaveGaps }) => mayHaveGaps),
    sourceRates: sourceRatesOf(option, from, parts),
    isPart: recipe.kind === 'clip',
    isIndexLast,
    signal,
    turn,
  });
  signal.throwIfAborted();
  const isFetchedWhole = spanOf(recipe) !== null && parts.some(({ isWhole }) => isWhole);
  const isExact = sources.every((source) => material.factsOf(source).isExact);
  const { fault, doubt, announced } = compareAnnounced(option, found, { from, isExact });
  if (fault) throw new AppError('bad_media', { detail: fault });
  const receipt: Receipt = {
    ...found,
    ...(shown && { span: shown }),
    ...(cuts.length > 0 && { leftOutSeconds: secondsOf(cuts) }),
    ...(hidesLead && { hidesLead }),
    ...(loudness && { loudness }),
    ...(isFetchedWhole && { fetchedWhole: true }),
    ...(announced && { announced }),
    ...(instead && { instead }),
    ...(option.caveats && { caveats: option.caveats }),
    ...(option.sounds && { sounds: option.sounds }),
    ...(missing.length > 0 && { missingSubtitles: missing }),
  };
  // The next request for the same tries again to get what is missing.
  const lacks = [...(found.empty ?? []), ...missing];
  const checked: CheckedFile = {
    workKey: needs.workKey(lacks.length > 0 ? `${key}/without/${lacks.join()}` : key),
    receipt,
    expiresAt: needs.clock.now() + needs.fileTtlMs,
  };
  return { checked, doubt: doubtOf(receipt, doubt, held) };
}

/** What another rendition may have better. Throws where a file of sound alone is silent. */
function doubtOf(
  receipt: Receipt,
  doubt: AnnouncedDoubt | null,
  held: Doubted | null,
): DoubtfulMedia | null {
  const { picture, empty = [] } = receipt;
  if (empty.length > 0) {
    const detail = `it is ${empty.map((kind) => (kind === 'sound' ? 'silent' : 'black')).join(' and ')}`;
    if (!picture) throw new DoubtfulMedia('empty', detail, 'no_sound');
    return new DoubtfulMedia('empty', detail);
  }
  if (doubt) return new DoubtfulMedia(doubt.kind, doubt.detail);
  if (!held || hasMore(receipt, held)) return null;
  return new DoubtfulMedia('noBetter', 'it has no more than the first one');
}

/** The rates of what a platform gave, by the bytes that came; null for a stored file. */
function sourceRatesOf(
  { sources }: PlanOption,
  from: MadeFrom | null,
  parts: readonly Part[],
): SourceRates | null {
  if (sources.some(({ kind }) => kind === 'file')) return null;
  const rateOf = (kind: 'picture' | 'sound') => {
    const index = sources.findIndex(({ role }) => role === kind || role === 'both');
    const probe = from?.[kind];
    const stream = probe?.streams.find((one) => one.kind === 'sound');
    if (kind === 'sound' && stream?.bitsPerSecond) return stream.bitsPerSecond;
    const [bytes, seconds] = [parts[index]?.bytes, probe?.durationSeconds];
    return bytes && seconds ? (bytes * 8) / seconds : null;
  };
  return { picture: rateOf('picture'), sound: rateOf('sound') };
}
