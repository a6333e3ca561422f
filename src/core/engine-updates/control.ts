// Operators' actions on the engine and its setup, each audited: check, update, set a setup, roll back, pin a version.
import type { ReversibleKind } from '../../shared/engine.ts';
import type { Clock } from '../async/clock.ts';
import type { AuditEntry } from '../operators/audit.ts';
import type { AuditLog } from '../operators/ports.ts';
import type { EngineStatus } from './engine-status.ts';
import type { SetupWish } from './setup/setup-changes.ts';
import type { EngineUpdates } from './updates.ts';

/** The service; `admin` is the operator's email address. Actions return the new status, and throw as {@link EngineUpdates}. */
export type EngineControl = {
  readonly status: () => Promise<EngineStatus>;
  readonly check: (admin: string) => Promise<EngineStatus>;
  /** Null is the pinned version, else the newest. */
  readonly update: (admin: string, version: string | null) => Promise<EngineStatus>;
  readonly rollBack: (admin: string, what: ReversibleKind) => Promise<EngineStatus>;
  /** Tries these texts of the setup; `isUntried`: also where no canary can pass. */
  readonly setSetup: (admin: string, wish: SetupWish, isUntried: boolean) => Promise<EngineStatus>;
  readonly pin: (admin: string, version: string | null) => Promise<EngineStatus>;
};

/** Creates the service. */
export function createEngineControl(needs: {
  readonly updates: EngineUpdates;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly clock: Clock;
  readonly newId: () => string;
}): EngineControl {
  const { updates, audit, clock, newId } = needs;
  const audited = async (
    admin: string,
    action: AuditEntry['action'],
    details: AuditEntry['details'],
  ): Promise<EngineStatus> => {
    await audit.add({ id: newId(), at: clock.now(), admin, action, subject: 'engine', details });
    return updates.status();
  };
  return {
    status: updates.status,
    async check(admin) {
      updates.check();
      return audited(admin, 'engine_checked', {});
    },
    async update(admin, version) {
      updates.update(version, admin);
      return audited(admin, 'engine_update_started', { version });
    },
    async rollBack(admin, what) {
      await updates.rollBack(what, admin);
      const action = what === 'engine' ? 'engine_rollback_started' : 'setup_rollback_started';
      return audited(admin, action, {});
    },
    async setSetup(admin, wish, isUntried) {
      await updates.setSetup(wish, admin, isUntried);
      // The log of changes has the lines.
      return audited(admin, 'setup_set', { parts: Object.keys(wish).join(', '), isUntried });
    },
    async pin(admin, version) {
      await updates.pin(version);
      return audited(admin, 'engine_pinned', { version });
    },
  };
}
