// Keys for programs with everything behind them real: the database, the limits and the secrets; for fixtures of HTTP.
import { createMemoryLimiter } from '../../../src/adapters/limiter/memory.ts';
import { composeApiKeys } from '../../../src/compose/api-keys.ts';
import type { Clock } from '../../../src/core/async/clock.ts';
import type { ApiKey } from '../../../src/core/operators/keys/api-key.ts';
import type { ApiKeyService } from '../../../src/core/operators/keys/api-keys.ts';
import type { TestDatabase } from '../../contracts/databases.ts';

/** The service on a database; `limiter` is one of its own by default. */
export function makeApiKeys(
  database: Pick<TestDatabase, 'db'>,
  clock: Clock,
  limiter = createMemoryLimiter({ clock }),
): ApiKeyService {
  return composeApiKeys({ database, clock, limiter });
}

/** What an operator sets for a key without limits. */
export function aProgram(
  change: Partial<Pick<ApiKey, 'name' | 'expiresAt' | 'origins'>> & {
    readonly limits?: Partial<ApiKey['limits']>;
  } = {},
) {
  return {
    name: 'a program',
    expiresAt: null,
    origins: [],
    ...change,
    limits: { openJobs: null, perHour: null, bytesPerDay: null, ...change.limits },
  };
}

/** The header that carries a key. */
export function bearer(secret: string): { readonly authorization: string } {
  return { authorization: `Bearer ${secret}` };
}
