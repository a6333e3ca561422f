// What operators see of the engine and its updates.
import type {
  ChangeKind,
  RefusalReason,
  UpdateMode,
  UpdateObstacle,
  UpdateResult,
  UpdateStep,
} from '../../shared/engine.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { RefusedEngine } from './memory.ts';
import type { Libraries, VersionBeyond } from './ports.ts';
import type { ProbationFigures } from './probation.ts';
import type { AccountStatus } from './setup/account-trials.ts';
import type { SetupStatus } from './setup/setup-changes.ts';
import type { ChangeEntry } from './setup/setup-memory.ts';

export type LastUpdate = {
  readonly result: UpdateResult;
  readonly version: string | null;
  /** With these libraries instead of its own, if it names any. */
  readonly libraries: Libraries;
  readonly at: number;
  readonly reason: RefusalReason | null;
  readonly platforms: readonly PlatformId[];
};

/** The status for operators. Times are epoch milliseconds. */
export type EngineStatus = {
  readonly mode: UpdateMode;
  /** The effective mode: without canaries no version is adopted automatically. */
  readonly actsAs: UpdateMode;
  readonly obstacle: UpdateObstacle | null;
  readonly hasCanaries: boolean;
  /** `libraries` is empty while the engine does not run. */
  readonly current: {
    readonly version: string;
    readonly source: string;
    readonly since: number;
    readonly libraries: Libraries;
    readonly unsupported: readonly string[];
  };
  /** Newer than `newest`, for a newer Python. */
  readonly beyond: VersionBeyond | null;
  /** Newer libraries for the version in use. */
  readonly renewal: Libraries;
  readonly newest: { readonly version: string; readonly at: number } | null;
  readonly nextLookAt: number | null;
  readonly pinned: string | null;
  readonly running: {
    readonly what: ChangeKind;
    readonly step: UpdateStep;
    readonly version: string | null;
    readonly since: number;
  } | null;
  readonly last: LastUpdate | null;
  readonly previous: string | null;
  readonly refused: readonly RefusedEngine[];
  readonly watching: ProbationFigures | null;
  readonly setup: SetupStatus | null;
  readonly accounts: readonly AccountStatus[];
  /** Newest first. */
  readonly changes: readonly ChangeEntry[];
};
