// Everything about takedowns over HTTP, registered together: the forms, the operators' calls and the monthly counts.
import type { FastifyInstance } from 'fastify';
import type { Blocking } from '../core/blocking.ts';
import type { DecidingNotices } from '../core/deciding-notices.ts';
import type { ProofOfWork } from '../core/takedown-ports.ts';
import type { TakingNotices } from '../core/taking-notices.ts';
import type { TransparencyMonth } from '../core/transparency.ts';
import type { AdminGate } from './admin-session.ts';
import { adminTakedowns } from './routes/admin-takedowns.ts';
import { takedowns as visitorTakedowns } from './routes/takedowns.ts';
import { transparency } from './routes/transparency.ts';

/** The services behind them. */
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
