// The operators' settings by default: all platforms on, no canaries, automatic notices; and turns without waiting.
import type { InspectingNeeds } from '../../../src/core/inspecting/inspecting.ts';
import type { OperatorSettings } from '../../../src/core/status/site-status.ts';

/** For tests that are not about operators or turns. */
export const DEFAULT_OPERATOR_STATE: OperatorSettings & Pick<InspectingNeeds, 'turns'> = {
  switches: { of: () => ({ off: false, reason: null, fixed: false }) },
  canaries: { lastOf: () => null },
  noticeMode: () => 'auto',
  refusedBy: () => null,
  turns: { run: (_callers, _signal, work) => work() },
};
