// The name of the platform in the messages of failures.
import { AppError } from '../../shared/errors.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';

/** Adds the platform's name to an expected failure, for its message. */
export function withPlatform(error: unknown, platform: PlatformId): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, {
    params: { ...error.params, platform: PLATFORMS[platform].label },
    cause: error,
  });
}
