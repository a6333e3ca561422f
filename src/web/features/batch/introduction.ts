// The first request of a queue, alone and small: its answer brings the cookie that makes all rows those of one visitor. Requests
// at the same time would each bring another.
import type { BatchNeeds } from './batch-needs.ts';
import type { BatchState } from './batch-state.ts';

const WITHIN_MS = 10_000;

/** Whether the server knows this visitor. */
export type Introduction = {
  readonly isOver: () => boolean;
  /** Asks the server about the link of the first row, once. */
  readonly begin: (state: BatchState) => void;
};

/** Creates it. `onEnd` is called when the server has answered; a failure ends it too, for what follows will meet it again. */
export function createIntroduction({ calls, log }: BatchNeeds, onEnd: () => void): Introduction {
  let step: 'before' | 'asked' | 'over' = 'before';
  const ask = async (url: string) => {
    step = 'asked';
    try {
      await calls.detect(url, AbortSignal.timeout(WITHIN_MS));
    } catch (error) {
      log('the first request of the queue failed', error);
    }
    step = 'over';
    onEnd();
  };
  return {
    isOver: () => step === 'over',
    begin({ rows: [first] }) {
      if (step === 'before' && first) void ask(first.url);
    },
  };
}
