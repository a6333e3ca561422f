// Files that one server hands to another, in an object store; behind the port `HandedFiles`.
import { randomBytes } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { asStorageError } from '../../core/files/disk-error.ts';
import type { HandedFiles } from '../../core/files/handed-files.ts';
import { AppError } from '../../shared/errors.ts';
import type { S3 } from './open-s3.ts';
import { asS3Error, isMissingObject } from './s3-error.ts';
import { deleteObject } from './tidy.ts';
import { uploadFile } from './upload-file.ts';

const DAY_MS = 24 * 3_600_000;

/** Creates the port. `warn` logs what was left in the store. */
export function createS3HandedFiles(
  s3: S3,
  warn: (message: string, cause: unknown) => void,
): HandedFiles {
  const { client, bucket: Bucket, prefix } = s3;
  const folder = `${prefix}handed/`;
  return {
    async hand(path) {
      const name = randomBytes(16).toString('hex');
      const { size: bytes } = await lstat(path).catch((error: unknown) => {
        throw asStorageError(error);
      });
      const { signal } = new AbortController();
      await uploadFile(s3, { path, key: folder + name, bytes, signal, warn });
      return name;
    },
    async open(name) {
      const command = new GetObjectCommand({ Bucket, Key: folder + name });
      const { Body } = await client.send(command).catch((error: unknown) => {
        throw isMissingObject(error) ? new AppError('expired', { cause: error }) : asS3Error(error);
      });
      if (!(Body instanceof Readable)) throw new AppError('storage_failed', { detail: 'no body' });
      return Body;
    },
    drop: (name) =>
      deleteObject(s3, folder + name).catch((error: unknown) => {
        throw asS3Error(error);
      }),
    async sweep(nowMs) {
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket, Prefix: folder },
      ))
        for (const { Key, LastModified } of Contents)
          if (Key && LastModified && LastModified.getTime() <= nowMs - DAY_MS)
            await deleteObject(s3, Key);
    },
  };
}
