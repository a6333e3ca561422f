// Maps errors of the object store to AppErrors, without anything that a store repeats of a request.
import { S3ServiceException } from '@aws-sdk/client-s3';
import { serverFull } from '../../core/files/disk-error.ts';
import { AppError } from '../../shared/errors.ts';

const INSUFFICIENT_STORAGE = 507;
const PRECONDITION_FAILED = 412;

/**
 * `server_full` when the store has no space, else `storage_failed`; an AppError is returned unchanged. The cause of an answer is
 * left out: stores repeat the key and the signed text in it.
 */
export function asS3Error(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const detail = `object store: ${whatFailed(error)}`;
  if (error instanceof S3ServiceException) {
    return error.$metadata.httpStatusCode === INSUFFICIENT_STORAGE
      ? serverFull({ detail })
      : new AppError('storage_failed', { detail });
  }
  return new AppError('storage_failed', { detail, cause: error });
}

/** A few words about an error: the code and status of an answer, or the code of the system. */
export function whatFailed(error: unknown): string {
  if (error instanceof S3ServiceException) {
    return `${error.name} (${error.$metadata.httpStatusCode ?? 'no status'})`;
  }
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Whether the store has no such object. A missing bucket is another error. */
export function isMissingObject(error: unknown): boolean {
  return error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);
}

/** Whether an object is another one than it was. */
export function isChangedObject(error: unknown): boolean {
  return (
    error instanceof S3ServiceException && error.$metadata.httpStatusCode === PRECONDITION_FAILED
  );
}
