// Removes objects that are not needed any more from the store.
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import type { FileRows } from '../../core/files/file-rows.ts';
import type { S3 } from './open-s3.ts';

/** Some stores cut off who still reads a deleted object. */
const UNUSED_MS = 10 * 60_000;
const OBJECTS_AT_ONCE = 1000;
/** Older than any upload that is under way, and than the difference of two clocks. */
const ORPHAN_MS = 24 * 3_600_000;
const UPLOAD_MS = 6 * 3_600_000;

/** The folder of files in the bucket. Object names are the ids of files. */
export function filesFolder({ prefix }: S3): string {
  return `${prefix}files/`;
}

/** Deletes an object, if it exists. */
export async function deleteObject({ client, bucket }: S3, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}

/** Deletes the objects of removed files that nothing has read for ten minutes. */
export async function deleteRemoved(s3: S3, rows: FileRows, nowMs: number): Promise<void> {
  // One by one: not every store can delete several at once.
  for (const id of await rows.unusedSince(nowMs - UNUSED_MS, OBJECTS_AT_ONCE)) {
    await deleteObject(s3, filesFolder(s3) + id);
    await rows.forget(id);
  }
}

/** Deletes objects older than a day that no row names: a server ended before it could add the row, or delete the object. */
export async function deleteOrphans(s3: S3, rows: FileRows, nowMs: number): Promise<void> {
  const folder = filesFolder(s3);
  const pages = paginateListObjectsV2({ client: s3.client }, { Bucket: s3.bucket, Prefix: folder });
  for await (const { Contents = [] } of pages) {
    const old = Contents.flatMap(({ Key, LastModified }) =>
      Key && LastModified && LastModified.getTime() <= nowMs - ORPHAN_MS
        ? [Key.slice(folder.length)]
        : [],
    );
    const listed = await rows.listed(old);
    for (const id of old) if (!listed.has(id)) await deleteObject(s3, folder + id);
  }
}

/** Ends uploads that began six hours ago or earlier: the server that made them has ended. */
export async function abortOldUploads(s3: S3, nowMs: number): Promise<void> {
  const { client, bucket: Bucket } = s3;
  const Prefix = filesFolder(s3);
  let marker: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } | null = {};
  while (marker) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix, ...marker }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated && Initiated.getTime() <= nowMs - UPLOAD_MS)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    marker =
      page.IsTruncated && page.NextKeyMarker
        ? {
            KeyMarker: page.NextKeyMarker,
            ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }),
          }
        : null;
  }
}
