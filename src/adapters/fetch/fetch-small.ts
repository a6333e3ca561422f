// Fetches a small resource (a playlist, a key) into memory, with the same retries as media.

import { AppError } from '../../shared/errors.ts';
import { fetchSpan } from './fetch-span.ts';
import { type FetchFailure, notMedia } from './http/fetch-failure.ts';
import type { ResponseFacts } from './http/response-headers.ts';
import type { PartContext } from './part-file/part-context.ts';
import { WITHOUT_PROOF } from './span-task.ts';

/** Returns all of it, or null when the source was refreshed meanwhile and the address must be read again. */
export async function fetchIntoMemory(
  context: PartContext,
  address: string,
  maxBytes: number,
): Promise<Buffer | null> {
  for (let isSecond = false; ; isSecond = true) {
    const pieces: Buffer[] = [];
    let bytes = 0;
    let facts: ResponseFacts | null = null;
    let fail: (failure: FetchFailure) => void = () => undefined;
    const failure = await fetchSpan(context, {
      span: { next: 0, end: Number.POSITIVE_INFINITY },
      address: () => address,
      canMove: false,
      isRange: false,
      content: 'other',
      facts: () => facts,
      learn: (said) => {
        facts = said;
        return null;
      },
      ...WITHOUT_PROOF,
      maySkip: () => true,
      mayRepeat: () => false,
      extend: () => true,
      retire: () => false,
      write: (piece) => {
        bytes += piece.length;
        if (bytes > maxBytes) fail(notMedia('a playlist or key without end'));
        else pieces.push(piece);
      },
      lend: (_hold, failAsking) => {
        fail = failAsking;
      },
    });
    if (failure === null) return Buffer.concat(pieces);
    if (failure.kind === 'stale') return null;
    if (isSecond || failure.kind !== 'changed')
      throw failure.error ?? new AppError('upstream_error');
  }
}
