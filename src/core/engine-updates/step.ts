// What the steps of a change have in common.
import type { UpdateStep } from '../../shared/engine.ts';
import type { Clock } from '../async/clock.ts';
import type { Outcomes } from '../outcomes/ports.ts';
import type { Alarms } from '../status/alarms.ts';
import type { AdoptionNeeds } from './adopt-engine.ts';
import type { EngineMemoryStore } from './memory.ts';
import type { Libraries } from './ports.ts';
import type { Probation } from './probation.ts';
import type { ChangeEntry } from './setup/setup-memory.ts';

/** What the steps need. `signal` aborts a running step. */
export type StepNeeds = AdoptionNeeds & {
  readonly memory: EngineMemoryStore;
  readonly probation: Probation;
  readonly outcomes: Pick<Outcomes, 'countSince'>;
  readonly alarms: Alarms;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

/** How a step ended; `version` is the one it dealt with. */
export type StepResult = Pick<ChangeEntry, 'result'> &
  Partial<Omit<ChangeEntry, 'at' | 'by'>> & {
    readonly version: string | null;
    /** With these libraries instead of its own, if it names any. */
    readonly libraries?: Libraries;
    /** Nothing new: refused before, and not tried. */
    readonly isAgain?: boolean;
  };

/** Reports the progress of a step. */
export type Report = (step: UpdateStep, version: string) => void;
