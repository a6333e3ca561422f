// The failures of trimming, as codes with messages.
import type { TrimmerKey } from '../use-trimmer-words.ts';
import type { TrimSource } from './trim-source.ts';

/** The failures that have messages of their own. */
export type FailureCode =
  | 'noMedia'
  | 'codec'
  | 'protected'
  | 'unreadable'
  | 'tooBig'
  | 'noRoom'
  | 'check'
  | 'exact'
  | 'other';

/** A failure with the params of its message. */
export class TrimError extends Error {
  override readonly name = 'TrimError';
  readonly code: FailureCode;
  readonly bytes: { readonly size: number; readonly limit: number } | null;

  constructor(
    code: FailureCode,
    options: { cause?: unknown; bytes?: { size: number; limit: number } } = {},
  ) {
    super(`the trimmer failed: ${code}`, { cause: options.cause });
    this.code = code;
    this.bytes = options.bytes ?? null;
  }
}

/** The message of each code. */
export const FAILURE_WORDS: Readonly<Record<FailureCode, TrimmerKey>> = {
  noMedia: 'trimmer.failedNoMedia',
  codec: 'trimmer.failedCodec',
  protected: 'trimmer.failedProtected',
  unreadable: 'trimmer.failedUnreadable',
  tooBig: 'trimmer.failedTooBig',
  noRoom: 'trimmer.failedNoRoom',
  check: 'trimmer.failedCheck',
  exact: 'trimmer.failedExact',
  other: 'trimmer.failedOther',
};

/** Converts any thrown value to a failure, including the browser's errors for a lost file and a full disk. */
export function failureOf(error: unknown, fallback: FailureCode = 'other'): TrimError {
  if (error instanceof TrimError) return error;
  if (error instanceof DOMException) {
    if (error.name === 'NotReadableError' || error.name === 'NotFoundError')
      return new TrimError('unreadable', { cause: error });
    if (error.name === 'QuotaExceededError') return new TrimError('noRoom', { cause: error });
  }
  if (error instanceof RangeError && /array buffer|allocation/i.test(error.message))
    return new TrimError('noRoom', { cause: error });
  return new TrimError(fallback, { cause: error });
}

/** Does the same if the file itself may be the cause: a broken stream gives no reason, so the file is read again. */
export async function failureOver(
  source: Pick<TrimSource, 'probe'>,
  error: unknown,
  fallback: FailureCode,
): Promise<TrimError> {
  const failure = failureOf(error, fallback);
  if (error instanceof TrimError || failure.code !== fallback) return failure;
  try {
    await source.probe();
    return failure;
  } catch (cause) {
    return new TrimError('unreadable', { cause });
  }
}
