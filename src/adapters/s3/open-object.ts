// Opens an object, or a part of it, as a stream.
import { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { ByteRange } from '../../core/files/stored-file.ts';
import { AppError } from '../../shared/errors.ts';
import type { S3 } from './open-s3.ts';
import { asS3Error, isChangedObject, isMissingObject } from './s3-error.ts';

/** An object as it was when it was stored. */
export type ExpectedObject = {
  readonly key: string;
  readonly etag: string;
  readonly bytes: number;
};

/**
 * Opens `range` of an object; null is all of it. The caller reads the stream or destroys it, which ends the transfer. Throws
 * AppError `expired` when the object is gone, `storage_failed` when it is another one, and for everything else.
 */
export async function openObject(
  { client, bucket }: S3,
  { key, etag, bytes }: ExpectedObject,
  range: ByteRange | null,
): Promise<Readable> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    IfMatch: etag,
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
  });
  const { Body, ContentLength } = await client.send(command).catch((error: unknown) => {
    if (isMissingObject(error)) throw new AppError('expired', { detail: 'the object is gone' });
    if (isChangedObject(error)) throw changed();
    throw asS3Error(error);
  });
  if (!(Body instanceof Readable)) throw new AppError('storage_failed', { detail: 'no body' });
  // A connection that breaks while nothing is read must not end this process; the next read finds out.
  Body.on('error', () => undefined);
  // Some stores take no ranges.
  if (ContentLength !== (range ? range.end - range.start + 1 : bytes)) {
    Body.destroy();
    throw changed();
  }
  return Body;
}

function changed() {
  return new AppError('storage_failed', { detail: 'object store: the object was changed' });
}
