// Registers the routes of takedowns: the visitors' forms, the operators' calls and the monthly counts.
import type { FastifyInstance } from 'fastify';
import type { ProofOfWork } from '../../core/limits/ports.ts';
import type { Blocking } from '../../core/takedowns/blocking.ts';
import type { DecidingNotices } from '../../core/takedowns/deciding-notices.ts';
import type { TakingNotices } from '../../core/takedowns/taking-notices.ts';
import type { TransparencyMonth } from '../../core/takedowns/transparency.ts';
import { adminTakedowns } from '../operators/admin-takedowns.ts';
import type { AdminGate } from '../requests/admin-session.ts';
import { takedowns as visitorTakedowns } from './takedowns.ts';
import { transparency } from './transparency.ts';

/** The services that these routes use. */
export type TakedownServices = {
  readonly takingNotices: TakingNotices;
  readonly proofOfWork: ProofOfWork;
  readonly decidingNotices: DecidingNotices;
  readonly blocking: Blocking;
  readonly transparency: () => Promise<readonly TransparencyMonth[]>;
  /** Whether the designated agent has a name, an address and an e-mail address. */
  readonly isAgentConfigured: boolean;
};

/** Registers the routes. */
export function takedownRoutes(
  app: FastifyInstance,
  services: TakedownServices,
  shared: AdminGate & {
    readonly publicUrl: string | undefined;
  },
): void {
  visitorTakedowns(app, { ...services, ...shared });
  adminTakedowns(app, { ...services, ...shared });
  transparency(app, { ...services, limit: shared.limit });
}
