// Counts what all parts of one work come to, so that it ends before more was fetched than is allowed.
import { AppError } from '../../../shared/errors.ts';

/** Gives each part its own account: it says how long it is or has become, and may say so again. `exceeded` is what it then throws. */
export type ByteBudget = {
  readonly open: () => (bytes: number) => void;
  readonly exceeded: () => AppError;
};

const GB = 1e9;

/** At most `maxBytes` over all parts. */
export function createByteBudget(maxBytes: number): ByteBudget {
  let sum = 0;
  const exceeded = () =>
    new AppError('too_large', {
      params: { gigabytes: Number((maxBytes / GB).toPrecision(3)) },
    });
  return {
    exceeded,
    open: () => {
      let mine = 0;
      return (bytes) => {
        if (bytes <= mine) return;
        sum += bytes - mine;
        mine = bytes;
        if (sum > maxBytes) throw exceeded();
      };
    },
  };
}
