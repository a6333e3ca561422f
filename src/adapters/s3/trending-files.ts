// Thumbnails and uploads of trending videos in an object store; behind the ports `TrendingFiles` and `FilmFiles`.
import { lstat } from 'node:fs/promises';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { asStorageError } from '../../core/files/disk-error.ts';
import type { ByteRange } from '../../core/files/stored-file.ts';
import type { FilmFiles, TrendingFile, TrendingFiles } from '../../core/trending/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { trendingFileType } from '../../shared/trending.ts';
import { openObject } from './open-object.ts';
import type { S3 } from './open-s3.ts';
import { readObject } from './read-object.ts';
import { asS3Error, isMissingObject } from './s3-error.ts';
import { deleteObject } from './tidy.ts';
import { uploadFile } from './upload-file.ts';

/** The port `TrendingFiles` on `<prefix>trending/`. */
export function createS3TrendingFiles(s3: S3): TrendingFiles {
  return {
    find: (name) => find(s3, name),
    open: (name, range) => open(s3, name, range),
    async remove(name) {
      await deleteObject(s3, keyOf(s3, name)).catch((error: unknown) => {
        throw asS3Error(error);
      });
    },
    add: (name, content) => add(s3, name, content),
  };
}

/**
 * The port `FilmFiles` beside {@link createS3TrendingFiles}. `drafts` are on this server's disk: uploads in progress, and copies
 * while they are used. `warn` logs internal failures.
 */
export function createS3FilmFiles(
  s3: S3,
  drafts: Pick<FilmFiles, 'draft' | 'forgetDrafts'>,
  warn: (message: string, cause: unknown) => void,
): FilmFiles {
  return {
    draft: drafts.draft,
    forgetDrafts: drafts.forgetDrafts,
    async keep(path, name) {
      const key = await freeKeyOf(s3, name);
      const { size: bytes } = await lstat(path).catch((error: unknown) => {
        throw asStorageError(error);
      });
      await uploadFile(s3, { path, key, bytes, signal: new AbortController().signal, warn });
    },
    async withLocalCopy(name, use) {
      const file = await find(s3, name);
      if (!file) throw new AppError('not_found_page');
      const draft = await drafts.draft(file.bytes);
      try {
        const { path } = await draft.receive(await open(s3, name, null), file.bytes);
        return await use(path);
      } finally {
        await draft.remove();
      }
    },
  };
}

/** Throws TypeError for a name that is none of a trending file. */
function keyOf({ prefix }: S3, name: string): string {
  if (trendingFileType(name) === null) throw new TypeError('This is no name of a trending file');
  return `${prefix}trending/${name}`;
}

async function find(s3: S3, name: string): Promise<TrendingFile | null> {
  if (trendingFileType(name) === null) return null;
  const command = new HeadObjectCommand({ Bucket: s3.bucket, Key: keyOf(s3, name) });
  try {
    const { ContentLength, ETag } = await s3.client.send(command);
    return { bytes: ContentLength ?? 0, etag: ETag ?? '""' };
  } catch (error) {
    if (isMissingObject(error)) return null;
    throw asS3Error(error);
  }
}

async function open(
  s3: S3,
  name: string,
  range: ByteRange | null,
): Promise<AsyncIterable<Uint8Array>> {
  const file = await find(s3, name);
  if (!file) throw new AppError('not_found_page');
  const object = { key: keyOf(s3, name), ...file };
  const openFrom = (part: ByteRange | null) =>
    openObject(s3, object, part).catch((error: unknown) => {
      const isGone = error instanceof AppError && error.code === 'expired';
      throw isGone ? new AppError('not_found_page', { cause: error }) : error;
    });
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  const reopen = (from: number) => openFrom({ start: from, end });
  const ignored = { onRead: () => undefined, onClosed: () => undefined };
  return readObject({ first: await openFrom(range), start, end, reopen }, ignored).pieces;
}

async function add(s3: S3, name: string, content: Uint8Array): Promise<void> {
  const command = new PutObjectCommand({
    Bucket: s3.bucket,
    Key: await freeKeyOf(s3, name),
    Body: content,
  });
  await s3.client.send(command).catch((error: unknown) => {
    throw asS3Error(error);
  });
}

/** Names are random, so that two of them at once do not meet: not every store can refuse to overwrite. */
async function freeKeyOf(s3: S3, name: string): Promise<string> {
  const key = keyOf(s3, name);
  if (await find(s3, name)) throw new AppError('storage_failed', { detail: 'the name is taken' });
  return key;
}
