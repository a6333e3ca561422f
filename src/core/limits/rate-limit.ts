// Takes a token from a rate limit, or refuses with the time to retry.
import { AppError } from '../../shared/errors.ts';
import type { BucketName, Limiter } from './ports.ts';

/** Takes one token. Throws AppError `too_many_requests` when there is none. */
export async function takeToken(
  limiter: Pick<Limiter, 'take'>,
  bucket: BucketName,
  key: string,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(bucket, key);
  if (!allowed) throw new AppError('too_many_requests', { params: { retryAfterSeconds } });
}
