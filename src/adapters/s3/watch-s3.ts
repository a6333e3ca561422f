// Tells how long each operation on the object store took, its repetitions included, and whether it failed.
import { S3ServiceException } from '@aws-sdk/client-s3';
import type { Clock } from '../../core/async/clock.ts';
import type { StoreOperation, StoreRequest } from '../../core/outcomes/metrics.ts';
import type { S3 } from './open-s3.ts';

const OPERATIONS: Readonly<Record<string, StoreOperation>> = {
  GetObjectCommand: 'read',
  HeadObjectCommand: 'read',
  PutObjectCommand: 'write',
  CreateMultipartUploadCommand: 'write',
  UploadPartCommand: 'write',
  CompleteMultipartUploadCommand: 'write',
  ListObjectsV2Command: 'list',
  ListMultipartUploadsCommand: 'list',
  DeleteObjectCommand: 'delete',
  AbortMultipartUploadCommand: 'delete',
};
/** Answers, not failures: no such object or upload, another object, no such range. */
const ANSWERS = new Set([404, 412, 416]);

/** Calls `onEnded` after each operation, with the time until its answer began. What the caller aborted is left out. */
export function watchS3(
  { client }: Pick<S3, 'client'>,
  clock: Pick<Clock, 'monotonic'>,
  onEnded: (request: StoreRequest) => void,
): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const startedAt = clock.monotonic();
        const end = (hasFailed: boolean) => {
          const seconds = (clock.monotonic() - startedAt) / 1000;
          onEnded({ operation: OPERATIONS[commandName] ?? 'other', seconds, hasFailed });
        };
        try {
          const answer = await next(args);
          end(false);
          return answer;
        } catch (error) {
          if (!isAbort(error)) end(!isAnswer(error));
          throw error;
        }
      },
    { step: 'initialize', name: 'watchS3' },
  );
}

function isAnswer(error: unknown): boolean {
  return (
    error instanceof S3ServiceException && ANSWERS.has(error.$metadata.httpStatusCode ?? Number.NaN)
  );
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
