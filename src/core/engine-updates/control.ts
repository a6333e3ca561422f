// What operators do with the engine, each written down: look for a newer one, take it, go back, pin a version.

import type { Clock } from '../async/clock.ts';
import type { AuditEntry } from '../operators/audit.ts';
import type { AuditLog } from '../operators/ports.ts';
import type { EngineStatus, EngineUpdates } from './updates.ts';

/** The service; `admin` is the operator's address. Each answers how things stand then, and throws as {@link EngineUpdates} does. */
export type EngineControl = {
  readonly status: () => Promise<EngineStatus>;
  readonly check: (admin: string) => Promise<EngineStatus>;
  /** Null takes the pinned version, else the newest. */
  readonly update: (admin: string, version: string | null) => Promise<EngineStatus>;
  readonly rollBack: (admin: string) => Promise<EngineStatus>;
  readonly pin: (admin: string, version: string | null) => Promise<EngineStatus>;
};

/** Makes the service. */
export function createEngineControl(needs: {
  readonly updates: EngineUpdates;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly clock: Clock;
  readonly newId: () => string;
}): EngineControl {
  const { updates, audit, clock, newId } = needs;
  const done = async (
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
      return done(admin, 'engine_checked', {});
    },
    async update(admin, version) {
      updates.update(version);
      return done(admin, 'engine_update_started', { version });
    },
    async rollBack(admin) {
      await updates.rollBack();
      return done(admin, 'engine_rollback_started', {});
    },
    async pin(admin, version) {
      await updates.pin(version);
      return done(admin, 'engine_pinned', { version });
    },
  };
}
