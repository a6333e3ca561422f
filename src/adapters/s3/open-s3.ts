// The client of an S3-compatible object store, and the probe that it can be used; loaded on demand.
import { randomBytes } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { whatFailed } from './s3-error.ts';

/** Where the objects lie. `prefix` is empty or ends with a slash; without `endpoint` it is Amazon's own store. */
export type S3Settings = {
  readonly endpoint: string | null;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly prefix: string;
  /** Whether the bucket stands in the path of an address rather than before the host. */
  readonly pathStyle: boolean;
};

/** An open client with its place in the store. */
export type S3 = {
  readonly client: S3Client;
  readonly bucket: string;
  readonly prefix: string;
  readonly close: () => void;
};

/** How long a connection may take, how long it may be silent, and how long an answer may take to begin; milliseconds. */
export type S3Timeouts = {
  readonly connectMs: number;
  readonly silenceMs: number;
  readonly answerMs: number;
};

const TIMEOUTS: S3Timeouts = { connectMs: 5000, silenceMs: 30_000, answerMs: 120_000 };
/** Waits in between stay below ten seconds, even where the store asks for more. */
const TRIES = 3;

/** What the SDK would print. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Makes a client; connects when it is first used. Every request is tried three times. */
export function openS3(settings: S3Settings, timeouts: S3Timeouts = TIMEOUTS): S3 {
  const { bucket, prefix } = settings;
  if (prefix !== '' && !prefix.endsWith('/')) throw new TypeError('A prefix ends with a slash');
  // Readers hold a connection each, and are limited before they come here.
  const agent = { maxSockets: Number.POSITIVE_INFINITY };
  const client = new S3Client({
    ...(settings.endpoint !== null && { endpoint: settings.endpoint }),
    region: settings.region,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    forcePathStyle: settings.pathStyle,
    // Many stores refuse the checksums that the SDK would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // With it, the SDK opens a connection for every part.
    expectContinueHeader: false,
    maxAttempts: TRIES,
    retryMode: 'standard',
    logger: SILENT,
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      socketTimeout: timeouts.silenceMs,
      requestTimeout: timeouts.answerMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
      logger: SILENT,
    },
  });
  return { client, bucket, prefix, close: () => client.destroy() };
}

/**
 * Writes, reads, lists and deletes an object below `<prefix>probe/`. Throws an Error with a remedy when that fails, without
 * anything secret.
 */
export async function probeS3({ client, bucket, prefix }: S3): Promise<void> {
  const folder = `${prefix}probe/`;
  const object = { Bucket: bucket, Key: `${folder}${randomBytes(8).toString('hex')}` };
  const text = randomBytes(16).toString('hex');
  try {
    await client.send(new PutObjectCommand({ ...object, Body: text }));
    const { Body } = await client.send(new GetObjectCommand(object));
    if ((await Body?.transformToString()) !== text) throw new Error('it gave back other bytes');
    await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, MaxKeys: 1 }));
    await client.send(new DeleteObjectCommand(object));
  } catch (error) {
    throw new Error(`The object store cannot be used: ${whatFailed(error)}. ${remedyFor(error)}`);
  }
}

/** By the name of an answer, or of a failed connection. */
const REMEDIES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Create the bucket, or correct S3_BUCKET.',
  InvalidAccessKeyId: 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  SignatureDoesNotMatch: 'Check S3_SECRET_ACCESS_KEY, and that S3_ENDPOINT is the address itself.',
  AccessDenied: 'Check the key, and that it may read, write, list and delete in the bucket.',
  PermanentRedirect: 'Check S3_REGION and S3_ENDPOINT: the bucket lies elsewhere.',
  AuthorizationHeaderMalformed: 'Check S3_REGION.',
  RequestTimeTooSkewed: 'Set the clock of this machine.',
};

function remedyFor(error: unknown): string {
  if (!(error instanceof S3ServiceException))
    return 'Check S3_ENDPOINT, and that this machine can reach it.';
  return REMEDIES[error.name] ?? 'Check the settings whose names begin with S3_.';
}

function ignore(): void {
  // Failures are thrown, and logged by those who meet them.
}
