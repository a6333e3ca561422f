// Follows the operators' arguments on a worker, whose egresses and provider of tokens are its own.
import type { UpdateStep } from '../../../shared/engine.ts';
import type { Clock } from '../../async/clock.ts';
import type { Duties, EndDuty } from '../../async/duties.ts';
import type { Alarms } from '../../status/alarms.ts';
import type { EngineMemoryStore } from '../memory.ts';
import type { EngineHost, Setups } from '../ports.ts';
import type { StepResult } from '../step.ts';
import type { EngineSteps } from '../steps.ts';
import { refuseUnreadable } from './adopt-setup.ts';

const FOLLOW_EVERY_MS = 30_000;
/** Arguments that were refused here are tried again after this time: memory may have been short. */
const RETRY_AFTER_MS = 3_600_000;

/** What following the stored state needs. */
export type FollowingNeeds = {
  readonly setups: Setups | null;
  readonly host: EngineHost;
  readonly memory: EngineMemoryStore;
  readonly steps: Pick<EngineSteps, 'adoptSetup'>;
  /** Runs a task as the only change; throws `engine_update_running` when there is one. */
  readonly begin: (
    step: UpdateStep,
    by: string | null,
    task: () => Promise<StepResult>,
  ) => Promise<void>;
  readonly report: (step: UpdateStep) => void;
  readonly isBusy: () => boolean;
  readonly alarms: Alarms;
  /** Whether another server has a setup on probation. */
  readonly isTriedElsewhere: () => boolean;
  readonly clock: Clock;
  readonly duties: Duties;
};

/** Reads the stored state twice a minute from `start` on; does nothing on a server that follows all of it. */
export function createArgumentsFollowing(needs: FollowingNeeds): {
  readonly start: () => void;
  readonly stop: () => void;
} {
  const { setups, host, memory, steps, alarms, clock } = needs;
  let end: EndDuty = async () => undefined;
  /** Those of the worker's own settings, for when operators set none. */
  let own: string | null = null;
  let tried = { args: '', at: 0 };
  const follow = async () => {
    if (!setups?.openArguments) return FOLLOW_EVERY_MS;
    own ??= (await setups.configured()).arguments;
    await memory.refresh();
    const { chosen } = memory.now().setup;
    const set = chosen === null ? {} : setups.openArguments(chosen);
    if (set === null || needs.isTriedElsewhere() || needs.isBusy()) return FOLLOW_EVERY_MS;
    const { texts } = host.setup();
    const { arguments: args = own } = set;
    const isAgain = args === tried.args;
    const isSoon = isAgain && clock.now() - tried.at < RETRY_AFTER_MS;
    if (args === texts.arguments || isSoon) return FOLLOW_EVERY_MS;
    tried = { args, at: clock.now() };
    await needs.begin('self_test', null, async () => {
      try {
        const setup = setups.read({ ...texts, arguments: args });
        const request = { by: null, isAsked: false, chosen: {}, how: 'followed' } as const;
        const result = await steps.adoptSetup(setup, { ...request, report: needs.report });
        return { ...result, isAgain: isAgain || result.result === 'switched' };
      } catch (error) {
        return { ...refuseUnreadable(error, alarms), isAgain };
      }
    });
    return FOLLOW_EVERY_MS;
  };
  return {
    start() {
      if (setups?.openArguments)
        end = needs.duties.paced('follow-arguments', FOLLOW_EVERY_MS, follow);
    },
    stop: () => void end(),
  };
}
