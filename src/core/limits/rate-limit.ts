// Takes a token from a rate limit, or refuses with the time to retry.
import { AppError } from '../../shared/errors.ts';
import type { BucketName, Limiter } from './ports.ts';

/** Takes one token, or `cost`. Throws AppError `too_many_requests` when there are not enough. */
export async function takeToken(
  limiter: Pick<Limiter, 'take'>,
  bucket: BucketName,
  key: string,
  cost = 1,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(bucket, key, cost);
  if (!allowed) throw new AppError('too_many_requests', { params: { retryAfterSeconds } });
}
