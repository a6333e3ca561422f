// Uploads a file of the disk as one object, and computes its digests in the same reading.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { asStorageError } from '../../core/files/disk-error.ts';
import { AppError } from '../../shared/errors.ts';
import type { S3 } from './open-s3.ts';
import { asS3Error } from './s3-error.ts';

/** An object has at most 10 000 parts, so a file at most 83 GB. */
const PART_BYTES = 8 * 1024 * 1024;
/** Each is in memory while it is sent. */
const PARTS_AT_ONCE = 3;
const READ_BYTES = 256 * 1024;
const CLEAN_UP_MS = 10_000;
// Does not follow links and does not block on a pipe: the program that made the file read an untrusted one.
const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What is uploaded: `bytes` of the file at `path`. */
export type FileUpload = {
  readonly path: string;
  readonly key: string;
  readonly bytes: number;
  readonly signal: AbortSignal;
  /** Nothing becomes visible before it is fulfilled, and never when it is rejected. */
  readonly isWanted?: Promise<unknown>;
  /** Logs that something was left in the store, which a later sweep removes. */
  readonly warn: (message: string, cause: unknown) => void;
};

/** The tag of the object, SHA-256 of its bytes in hex, and CRC-32 as an unsigned number. */
export type UploadedObject = {
  readonly etag: string;
  readonly sha256: string;
  readonly crc32: number;
};

/**
 * Uploads a file in parts, which are visible when all of them have arrived. Removes what it uploaded when it fails. Throws
 * AppError `storage_failed` or `server_full`.
 */
export async function uploadFile(s3: S3, upload: FileUpload): Promise<UploadedObject> {
  const file = await open(upload.path, READ_ONLY).catch((error: unknown) => {
    throw asStorageError(error);
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size !== upload.bytes)
      throw new AppError('storage_failed', { detail: 'the file changed after its check' });
    const reader = createReader(file, upload.bytes);
    const etag =
      upload.bytes <= PART_BYTES
        ? await putWhole(s3, upload, reader)
        : await putParts(s3, upload, reader);
    if (!etag) throw new AppError('storage_failed', { detail: 'object store: no ETag' });
    return { etag, ...reader.digests() };
  } catch (error) {
    throw asS3Error(error);
  } finally {
    await file.close();
  }
}

type Reader = ReturnType<typeof createReader>;

/** Reads a file once from the beginning to the end, part by part. */
function createReader(file: FileHandle, bytes: number) {
  const hash = createHash('sha256');
  let sum = 0;
  let position = 0;
  let number = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const fill = async (buffer: Buffer) => {
    for (let filled = 0; filled < buffer.length; ) {
      const length = Math.min(READ_BYTES, buffer.length - filled);
      const { bytesRead } = await file.read(buffer, filled, length, position);
      if (bytesRead === 0) throw new AppError('storage_failed', { detail: 'the file is cut' });
      const piece = buffer.subarray(filled, filled + bytesRead);
      hash.update(piece);
      sum = crc32(piece, sum);
      filled += bytesRead;
      position += bytesRead;
    }
  };
  return {
    /** The next part, in `buffer`; null after the last one. */
    next(buffer: Buffer): Promise<{ readonly number: number; readonly body: Buffer } | null> {
      const read = turn.then(async () => {
        if (position >= bytes) return null;
        const body = buffer.subarray(0, Math.min(buffer.length, bytes - position));
        number += 1;
        const part = { number, body };
        await fill(body).catch((error: unknown) => {
          throw asStorageError(error);
        });
        return part;
      });
      turn = read.catch(() => undefined);
      return read;
    },
    digests: () => ({ sha256: hash.digest('hex'), crc32: sum }),
  };
}

async function putWhole(
  { client, bucket }: S3,
  { bytes, key, signal, isWanted }: FileUpload,
  reader: Reader,
): Promise<string | undefined> {
  const part = await reader.next(Buffer.allocUnsafeSlow(bytes));
  await isWanted;
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: part?.body ?? Buffer.alloc(0),
  });
  return (await client.send(command, { abortSignal: signal })).ETag;
}

async function putParts(s3: S3, upload: FileUpload, reader: Reader): Promise<string | undefined> {
  const { client, bucket } = s3;
  const object = { Bucket: bucket, Key: upload.key };
  const options = { abortSignal: upload.signal };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object), options);
  try {
    const Parts = await sendParts(s3, { ...object, UploadId }, upload.signal, reader);
    await upload.isWanted;
    const MultipartUpload = { Parts };
    const complete = new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload });
    return (await client.send(complete, options)).ETag;
  } catch (error) {
    const abortSignal = AbortSignal.timeout(CLEAN_UP_MS);
    const abort = new AbortMultipartUploadCommand({ ...object, UploadId });
    await client
      .send(abort, { abortSignal })
      // A failed completion may have succeeded after all.
      .catch(() => client.send(new DeleteObjectCommand(object), { abortSignal }))
      .catch((cause) => upload.warn('an upload could not be removed', asS3Error(cause)));
    throw error;
  }
}

/** Sends all parts, a few at once; stops at the first that fails, and ends when none is under way. */
async function sendParts(
  { client }: S3,
  object: { readonly Bucket: string; readonly Key: string; readonly UploadId: string | undefined },
  signal: AbortSignal,
  reader: Reader,
): Promise<CompletedPart[]> {
  const failing = new AbortController();
  const abortSignal = AbortSignal.any([signal, failing.signal]);
  const parts: CompletedPart[] = [];
  const sendSome = async () => {
    const buffer = Buffer.allocUnsafeSlow(PART_BYTES);
    for (
      let part = await reader.next(buffer);
      part && !abortSignal.aborted;
      part = await reader.next(buffer)
    ) {
      const sending = { ...object, PartNumber: part.number, Body: part.body };
      const { ETag } = await client.send(new UploadPartCommand(sending), { abortSignal });
      parts.push({ PartNumber: part.number, ETag });
    }
  };
  const guarded = () =>
    sendSome().catch((error: unknown) => {
      failing.abort(error);
    });
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, guarded));
  // The first failure: the others were aborted because of it.
  if (failing.signal.aborted) throw failing.signal.reason;
  signal.throwIfAborted();
  return parts.toSorted((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0));
}
