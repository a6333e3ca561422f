// Limits the bytes that all parts of one job fetch together.
import { AppError } from '../../../shared/errors.ts';

/**
 * Each part reports its length through a function of its own, repeatedly as it grows; beyond the limit that throws
 * `exceeded()`.
 */
export type ByteBudget = {
  readonly open: () => (bytes: number) => void;
  readonly exceeded: () => AppError;
};

const GB = 1e9;

/** Allows at most `maxBytes` over all parts. */
export function createByteBudget(maxBytes: number): ByteBudget {
  let sum = 0;
  const exceeded = () =>
    new AppError('too_large', {
      params: { gigabytes: Number((maxBytes / GB).toPrecision(3)) },
    });
  return {
    exceeded,
    open: () => {
      let reported = 0;
      return (bytes) => {
        if (bytes <= reported) return;
        sum += bytes - reported;
        reported = bytes;
        if (sum > maxBytes) throw exceeded();
      };
    },
  };
}
