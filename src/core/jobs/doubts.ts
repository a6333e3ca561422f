// Why a good file may not be the best there is of an item, and which of several is the least doubtful. Pure.
import { AppError } from '../../shared/errors.ts';
import type { Receipt } from '../files/stored-file.ts';

/**
 * Why, the least first: it plays on less than announced, it has another length, its tracks end apart, it lacks the announced sound, it
 * holds nothing but silence or black, or it has no more than a file that is held already.
 */
const DOUBTS = ['codec', 'length', 'apart', 'soundless', 'empty', 'noBetter'] as const;
/** One of {@link DOUBTS}. */
export type Doubt = (typeof DOUBTS)[number];

/** A good file, but another rendition may have more of the item. `no_sound` where it is of no use as it is. */
export class DoubtfulMedia extends AppError {
  readonly doubt: Doubt;

  constructor(doubt: Doubt, detail: string, code: 'bad_media' | 'no_sound' = 'bad_media') {
    super(code, { detail });
    this.doubt = doubt;
  }
}

/** A file that is held, and why. */
export type Doubted = { readonly doubt: Doubt; readonly receipt: Receipt };

/** The least doubtful, the first of equal ones. */
export function leastDoubtful<One extends { readonly doubt: Doubt }>(
  files: readonly One[],
): One | undefined {
  return files.toSorted((a, b) => DOUBTS.indexOf(a.doubt) - DOUBTS.indexOf(b.doubt))[0];
}

/** Streams that end this much nearer to each other, or to the announced end, have more. */
const MORE_SECONDS = 0.5;

/** Whether a file without a doubt of its own has more of what the held one may lack. */
export function hasMore(receipt: Receipt, { doubt, receipt: held }: Doubted): boolean {
  const announced = held.announced?.durationSeconds ?? null;
  const missing = ({ durationSeconds }: Receipt) =>
    Math.abs((announced ?? 0) - (durationSeconds ?? 0));
  const apart = ({ apartSeconds = 0 }: Receipt) => Math.abs(apartSeconds);
  switch (doubt) {
    case 'codec':
      return receipt.picture?.codec === held.announced?.codec;
    case 'length':
      return announced === null || missing(held) - missing(receipt) > MORE_SECONDS;
    case 'apart':
      return apart(held) - apart(receipt) > MORE_SECONDS;
    case 'soundless':
      return receipt.sound !== null;
    case 'empty':
    case 'noBetter':
      return true;
  }
}
