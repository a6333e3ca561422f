// How fast a list may request inspections: as fast as the server allows one visitor, so that it seldom has to refuse.
import type { After } from '../../download-client/follow-job.ts';

/** The server's own figures: so many at once, then one each so many milliseconds. */
const BURST = 20;
const REFILL_MS = 3000;

/** The allowance of one tab. */
export type Pace = {
  /** Takes one of what is left beyond `reserve`; false if there is none. */
  readonly take: (reserve?: number) => boolean;
  /** Called when the server has refused all the same, since other tabs and neighbours share its allowance. */
  readonly empty: () => void;
};

/** Starts with the full burst. `onRefill` is called whenever there is one more. */
export function createPace(after: After, onRefill: () => void): Pace {
  let left = BURST;
  let isRefilling = false;
  const refill = () => {
    if (isRefilling || left >= BURST) return;
    isRefilling = true;
    after(REFILL_MS, () => {
      isRefilling = false;
      left += 1;
      refill();
      onRefill();
    });
  };
  return {
    take(reserve = 0) {
      if (left <= reserve) return false;
      left -= 1;
      refill();
      return true;
    },
    empty() {
      left = 0;
      refill();
    },
  };
}
