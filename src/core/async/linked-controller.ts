// An abort controller that follows another signal and can be aborted on its own.
import { AppError } from '../../shared/errors.ts';

/** A signal that aborts with another one, or on its own. */
export type LinkedController = {
  readonly signal: AbortSignal;
  /** Aborts the signal (default reason: AppError `cancelled`) and stops following the outer one. */
  readonly end: (reason?: AppError) => void;
};

/** A controller whose signal aborts when `outer` does, with the same reason. Call `end` to stop following `outer`. */
export function linkedController(outer: AbortSignal): LinkedController {
  const controller = new AbortController();
  const follow = () => controller.abort(outer.reason);
  if (outer.aborted) follow();
  else outer.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    end(reason = new AppError('cancelled')) {
      outer.removeEventListener('abort', follow);
      controller.abort(reason);
    },
  };
}
