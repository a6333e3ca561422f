// Wires keys for programs; used by the server and by `npm run admin -- keys`.
import { randomBytes } from 'node:crypto';
import { createApiKeyStore } from '../adapters/database/api-keys.ts';
import { createAuditLog } from '../adapters/database/audit-log.ts';
import type { Database } from '../adapters/database/schema.ts';
import { keySecrets } from '../adapters/secrets/key-secrets.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Limiter } from '../core/limits/ports.ts';
import { type ApiKeyService, createApiKeys } from '../core/operators/keys/api-keys.ts';

/** Creates the service on a database. */
export function composeApiKeys(needs: {
  readonly database: Pick<Database, 'db'>;
  readonly limiter: Pick<Limiter, 'take'>;
  readonly clock: Clock;
}): ApiKeyService {
  const { limiter, clock } = needs;
  const { db } = needs.database;
  return createApiKeys({
    keys: createApiKeyStore(db),
    secrets: keySecrets,
    audit: createAuditLog(db),
    limiter,
    clock,
    newId: () => randomBytes(16).toString('hex'),
  });
}
