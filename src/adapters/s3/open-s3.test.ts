import { expect, it } from 'vitest';
import { placeInSwift } from '../../../tests/contracts/s3/s3-stores.ts';
import { openS3, probeS3, type S3Settings } from './open-s3.ts';

const probe = async (more: Partial<S3Settings> = {}) => {
  const s3 = openS3(
    { ...(await placeInSwift()), ...more },
    { connectMs: 500, silenceMs: 500, answerMs: 5000 },
  );
  return probeS3(s3).finally(s3.close);
};

it('a store that can be used passes the probe, which leaves nothing', async () => {
  await probe();
});

it.each<[string, Partial<S3Settings>, RegExp]>([
  ['a wrong secret', { secretAccessKey: 'guessed-secret' }, /SignatureDoesNotMatch.*S3_SECRET/],
  ['an unknown key', { accessKeyId: 'test:stranger' }, /\(403\).*S3_/],
  ['a missing bucket', { bucket: 'keepreel-missing' }, /NoSuchBucket.*S3_BUCKET/],
  [
    'an address where nothing answers',
    { endpoint: 'http://127.0.0.1:9' },
    /ECONNREFUSED.*S3_ENDPOINT/,
  ],
  ['a name that does not exist', { endpoint: 'http://store.invalid' }, /S3_ENDPOINT/],
])('%s fails the probe with a remedy and without the secret', async (_what, more, words) => {
  const failure = await probe(more).then(
    () => null,
    (error: Error) => error,
  );
  expect(failure?.message).toMatch(words);
  expect(JSON.stringify([failure?.message, failure?.stack, failure?.cause])).not.toMatch(
    /guessed-secret|testing/,
  );
});

it('a prefix ends with a slash', async () => {
  const place = await placeInSwift();
  expect(() => openS3({ ...place, prefix: 'keepreel' })).toThrow(TypeError);
});
