// What no operator ever touched: all platforms on, no canaries, notices by themselves.
import type { Operated } from '../src/core/site-status.ts';

/** For every status whose test is not about operators. */
export const UNTOUCHED: Operated = {
  switches: { of: () => ({ off: false, reason: null, fixed: false }) },
  canaries: { lastOf: () => null },
  noticeMode: () => 'auto',
};
