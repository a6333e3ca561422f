// What no operator ever touched: all platforms on, no canaries, notices by themselves; and turns that nobody has to wait for.
import type { InspectingNeeds } from '../../../src/core/inspecting/inspecting.ts';
import type { OperatorSettings } from '../../../src/core/status/site-status.ts';

/** For every test that is not about operators or about waiting. */
export const DEFAULT_OPERATOR_STATE: OperatorSettings & Pick<InspectingNeeds, 'turns'> = {
  switches: { of: () => ({ off: false, reason: null, fixed: false }) },
  canaries: { lastOf: () => null },
  noticeMode: () => 'auto',
  turns: { run: (_callers, _signal, work) => work() },
};
