// How quickly the object store itself begins to answer: no server of a fleet can give a file away sooner.
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { openS3, type S3Settings } from '../../src/adapters/s3/open-s3.ts';
import { type Spread, spreadOf } from './spread.ts';

const TURNS = 20;

/** Asks for one of the files in it again and again. */
export async function measureStore(settings: S3Settings): Promise<Spread> {
  const s3 = openS3(settings);
  const { client, bucket: Bucket } = s3;
  try {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    const largest = Contents.toSorted((a, b) => (b.Size ?? 0) - (a.Size ?? 0))[0];
    const allMs: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const startedAt = performance.now();
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: largest?.Key ?? '' }));
      const reader = Body?.transformToWebStream().getReader();
      await reader?.read();
      allMs.push(performance.now() - startedAt);
      await reader?.cancel();
    }
    return spreadOf(allMs);
  } finally {
    s3.close();
  }
}
