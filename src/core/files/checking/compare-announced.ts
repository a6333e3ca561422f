// Compares a checked file with what its platform announced. An announcement that is merely wrong is noted in the receipt. Pure.
import { secondsOf } from '../../../shared/media/marked.ts';
import { MAX_DRIFT_SECONDS } from '../../choosing/duration-limit.ts';
import { cutsOf, onlyCopies, type PlanOption, spanOf } from '../../choosing/plan.ts';
import type { Announced, Receipt } from '../stored-file.ts';
import type { MadeFrom } from './expected-file.ts';
import { isNear } from './find-fault.ts';

/** What another rendition may have better. `detail` is a sentence for the log. */
export type AnnouncedDoubt = {
  readonly kind: 'codec' | 'length' | 'apart' | 'soundless';
  readonly detail: string;
};

/** `fault` says why the file cannot be the announced item, as a sentence for the log; null if there is none. */
export type Comparison = {
  readonly announced: Announced | null;
  readonly doubt: AnnouncedDoubt | null;
  readonly fault: string | null;
};

/** The larger of both is the most that is taken for granted. A track that ends earlier than the other may be a broken one. */
const BROKEN_TRACK = { seconds: 2, share: 0.05 } as const;
/** Another length is that of another item, unless the platform announced exactly these bytes. */
const OTHER_ITEM = { seconds: 2, share: 0.1 } as const;

/**
 * Compares them. `from` is what the file was made of, null for a file that is its own source; `isExact` tells that each source has
 * exactly the announced number of bytes.
 */
export function compareAnnounced(
  option: Pick<PlanOption, 'sources' | 'recipe' | 'expect'>,
  receipt: Receipt,
  { from, isExact }: { readonly from: MadeFrom | null; readonly isExact: boolean },
): Comparison {
  const { expect, recipe, sources } = option;
  // Of a stored file and of photos nothing is announced.
  if (receipt.durationSeconds === null || sources.some(({ kind }) => kind === 'file'))
    return { announced: null, doubt: null, fault: null };
  // Of a part, its own length is what was wanted.
  const whole = spanOf(recipe) === null ? lengthOf(from) : null;
  const seconds = whole === null ? receipt.durationSeconds : whole - secondsOf(cutsOf(recipe));
  const length = wrongLength(expect.durationSeconds, seconds);
  const apart = sources.length > 1 ? receipt.apartSeconds : undefined;
  const isMissingSound =
    expect.sound !== null && expect.sound !== 'unknown' && receipt.sound === null;
  const says = length && `it lasts ${seconds} s where ${length.announced} s were announced`;
  const ends =
    apart === undefined ? null : `picture and sound end ${Math.abs(apart).toFixed(2)} s apart`;
  const isBroken = Math.abs(apart ?? 0) > mostOf(BROKEN_TRACK, receipt.durationSeconds);
  const isOther = length && !isExact && length.difference > mostOf(OTHER_ITEM, length.announced);
  const announced: Announced = {
    ...wrongPicture(option, receipt),
    ...(length && { durationSeconds: length.announced }),
    ...(isMissingSound && { sound: true }),
  };
  return {
    announced: Object.keys(announced).length > 0 ? announced : null,
    doubt:
      (isMissingSound && { kind: 'soundless', detail: 'it has no sound' }) ||
      (isBroken && ends !== null && { kind: 'apart', detail: ends }) ||
      (!isExact && says !== null && { kind: 'length', detail: says }) ||
      (announced.codec === 'h264' && { kind: 'codec', detail: 'its picture is not H.264' }) ||
      null,
    fault: says && (ends ? `${says}, and ${ends}` : isOther ? says : null),
  };
}

/** The sound of a film may be shorter than the film, whose length is announced. */
function lengthOf(from: MadeFrom | null): number | null {
  const known = [from?.picture, from?.sound].flatMap((probe) => probe?.durationSeconds ?? []);
  return known.length > 0 ? Math.max(...known) : null;
}

function wrongLength(announced: number | null, seen: number) {
  if (announced === null) return null;
  const difference = Math.abs(seen - announced);
  const allowed = Math.min(MAX_DRIFT_SECONDS, Math.max(1.5, announced * 0.002));
  return difference > allowed ? { announced, difference } : null;
}

const mostOf = ({ seconds, share }: typeof BROKEN_TRACK | typeof OTHER_ITEM, whole: number) =>
  Math.max(seconds, whole * share);

/** The size and the codec of a picture that is copied. */
function wrongPicture(
  { recipe, expect }: Pick<PlanOption, 'recipe' | 'expect'>,
  { picture }: Receipt,
): Announced {
  if (!onlyCopies(recipe) || !picture || !expect.picture) return {};
  const { codec, width, height } = expect.picture;
  const lines = width === null || height === null ? null : Math.min(width, height);
  return {
    ...(codec !== 'other' && codec !== picture.codec && { codec }),
    ...(lines !== null && !isNear(Math.min(picture.width, picture.height), lines) && { lines }),
  };
}
