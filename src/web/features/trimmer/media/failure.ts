// What may go wrong while trimming, as codes that have words.
import type { TrimmerKey } from '../use-trimmer-words.ts';

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

/** A failure with the figures its words name. */
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

/** The words of each code. */
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

/** The failure behind whatever was thrown: the browser's own names for a lost file and a full disk are known here. */
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

/** The same, where the file itself may be the cause: a stream of it that breaks off does not say why, a read does. */
export async function failureOver(
  file: File,
  error: unknown,
  fallback: FailureCode,
): Promise<TrimError> {
  const failure = failureOf(error, fallback);
  if (error instanceof TrimError || failure.code !== fallback) return failure;
  try {
    await file.slice(0, 1).arrayBuffer();
    return failure;
  } catch (cause) {
    return new TrimError('unreadable', { cause });
  }
}
