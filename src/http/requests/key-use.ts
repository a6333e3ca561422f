// What a key uses up: downloads of an hour, bytes of a day. Requests without a key, and keys without such limits, are not counted.
import type { FastifyRequest } from 'fastify';
import type { ByteRange } from '../../core/files/stored-file.ts';
import type { ApiKey } from '../../core/operators/keys/api-key.ts';
import type { ApiKeyService } from '../../core/operators/keys/api-keys.ts';
import { keyOf } from './request-key.ts';

/** Reads a file, or a range of it. */
export type ReadFile = (range: ByteRange | null) => Promise<AsyncIterable<Uint8Array>>;

/** Counts the use of keys. Both throw AppError `too_many_requests` for a key that has used up what it may. */
export type KeyUse = {
  /** A hook for routes that start a download. */
  readonly takeHourly: (request: FastifyRequest) => Promise<void>;
  /** Counts what `read` sends of a file of `bytes`. */
  readonly counted: (request: FastifyRequest, bytes: number, read: ReadFile) => ReadFile;
};

/** Creates the counters. */
export function createKeyUse(apiKeys: Pick<ApiKeyService, 'takeHourly' | 'takeBytes'>): KeyUse {
  return {
    async takeHourly(request) {
      const key = keyOf(request);
      if (key) await apiKeys.takeHourly(key);
    },
    counted(request, bytes, read) {
      const key = keyOf(request);
      return key ? (range) => readCounted(apiKeys, key, { bytes, range, read }) : read;
    },
  };
}

async function readCounted(
  apiKeys: Pick<ApiKeyService, 'takeBytes'>,
  key: ApiKey,
  file: { readonly bytes: number; readonly range: ByteRange | null; readonly read: ReadFile },
): Promise<AsyncIterable<Uint8Array>> {
  const { range } = file;
  const asked = range ? range.end - range.start + 1 : file.bytes;
  const giveBack = await apiKeys.takeBytes(key, asked);
  try {
    return counting(await file.read(range), (sent) => giveBack(asked - sent));
  } catch (error) {
    await giveBack(asked);
    throw error;
  }
}

async function* counting(
  source: AsyncIterable<Uint8Array>,
  onEnd: (sent: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  try {
    for await (const piece of source) {
      sent += piece.length;
      yield piece;
    }
  } finally {
    await onEnd(sent);
  }
}
