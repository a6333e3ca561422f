// The service behind keys: operators and visitors make and revoke them, and requests are recognized by them.
import { AppError } from '../../../shared/errors.ts';
import { EXTENSION_KEY_DAYS } from '../../../shared/keys.ts';
import type { Clock } from '../../async/clock.ts';
import { createExpiringMap, type ExpiringMap } from '../../async/expiring-map.ts';
import { SHARED_RESOURCES } from '../../limits/network-bounds.ts';
import type { Limiter } from '../../limits/ports.ts';
import { takeToken } from '../../limits/rate-limit.ts';
import type { AuditEntry } from '../audit.ts';
import type { AuditLog } from '../ports.ts';
import { type ApiKey, isActive, type KeyLimits, visitorOf } from './api-key.ts';
import type { ApiKeys, KeySecrets } from './ports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How many keys one visitor has; a further one takes the place of the oldest. */
const MAX_PER_VISITOR = 3;
const MAX_PROGRAM_KEYS = 500;
const MAX_RECOGNIZED = 10_000;
/** How long operators see keys that no longer work. */
const LISTED_DAYS = 90;
const NO_LIMITS: KeyLimits = { openJobs: null, perHour: null, bytesPerDay: null };

/** A new key and its secret, which is not known afterwards. */
export type MadeKey = { readonly key: ApiKey; readonly secret: string };

/** What an operator sets. `expiresAt` is epoch milliseconds. */
export type ProgramKeyRequest = Pick<ApiKey, 'name' | 'expiresAt' | 'limits' | 'origins'>;

/** What a visitor sets. */
export type ExtensionKeyRequest = Pick<ApiKey, 'name' | 'origins'>;

/** The service. `network` is the rate key of where a request comes from, `admin` an operator or null for the command line. */
export type ApiKeyService = {
  /** The key of a secret; null is not one. Throws `key_unknown`, and `too_many_requests` for a network that guesses. */
  readonly recognize: (secret: string | null, network: string) => Promise<ApiKey>;
  /** Whether the key with this id works, for what was made with it. Notes the day. */
  readonly isActive: (id: string) => Promise<boolean>;
  /** Whether a browser may ask from this origin with a key. */
  readonly hasOrigin: (origin: string) => Promise<boolean>;
  /** Takes one of a key's downloads of this hour. Throws `too_many_requests`. */
  readonly takeHourly: (key: ApiKey) => Promise<void>;
  /**
   * Counts bytes that are about to be sent; the returned function gives back those that were not. Throws `too_many_requests`
   * once the day's bytes are used up.
   */
  readonly takeBytes: (key: ApiKey, bytes: number) => Promise<(unsent: number) => Promise<void>>;
  readonly makeForProgram: (admin: string | null, request: ProgramKeyRequest) => Promise<MadeKey>;
  readonly makeForExtension: (
    visitor: string,
    network: string,
    request: ExtensionKeyRequest,
  ) => Promise<MadeKey>;
  /** The keys of programs, newest first, and the number of extensions' keys that work. */
  readonly list: () => Promise<{
    readonly keys: readonly ApiKey[];
    readonly extensionKeys: number;
  }>;
  /** The visitor's keys that work, newest first. */
  readonly ofVisitor: (visitor: string) => Promise<readonly ApiKey[]>;
  /** Revokes the key of a program. Throws `not_found_page` for one that does not exist or was revoked. */
  readonly revoke: (admin: string | null, id: string) => Promise<ApiKey>;
  /** Revokes a key of the visitor. Throws `not_found_page` for any other. */
  readonly revokeOwn: (visitor: string, id: string) => Promise<void>;
  /** Removes keys that no longer work. */
  readonly sweep: () => Promise<void>;
};

export type ApiKeyNeeds = {
  readonly keys: ApiKeys;
  readonly secrets: KeySecrets;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly limiter: Pick<Limiter, 'take'>;
  readonly clock: Clock;
  readonly newId: () => string;
};

type State = ApiKeyNeeds & {
  /** The hashes of keys that worked lately: looking one up again is no guess. */
  readonly recognized: ExpiringMap<true>;
};

/** Creates the service. */
export function createApiKeys(needs: ApiKeyNeeds): ApiKeyService {
  const { keys, clock } = needs;
  const recognized = createExpiringMap<true>({ clock, maxEntries: MAX_RECOGNIZED });
  const state: State = { ...needs, recognized };
  return {
    recognize: (secret, network) => recognize(state, secret, network),
    async isActive(id) {
      const key = await keys.get(id);
      if (!key || !isActive(key, clock.now())) return false;
      await noteDay(state, key);
      return true;
    },
    hasOrigin: (origin) => keys.hasOrigin(origin, clock.now()),
    async takeHourly({ id, limits: { perHour } }) {
      // The bucket holds the milliseconds of an hour.
      if (perHour !== null)
        await takeToken(state.limiter, 'key', visitorOf({ id }), HOUR_MS / perHour);
    },
    takeBytes: (key, bytes) => takeBytes(state, key, bytes),
    makeForProgram: (admin, request) => makeForProgram(state, admin, request),
    makeForExtension: (visitor, network, request) =>
      makeForExtension(state, visitor, network, request),
    async list() {
      return {
        keys: await keys.list('program', { limit: 2 * MAX_PROGRAM_KEYS }),
        extensionKeys: await keys.countActive('extension', clock.now()),
      };
    },
    ofVisitor: (visitor) => activeOf(state, visitor),
    revoke: (admin, id) => revoke(state, admin, id),
    async revokeOwn(visitor, id) {
      const key = await keys.get(id);
      if (key?.kind !== 'extension' || key.madeBy !== visitor) throw new AppError('not_found_page');
      if (!(await keys.revoke(id, clock.now()))) throw new AppError('not_found_page');
    },
    async sweep() {
      const now = clock.now();
      await keys.forgetBefore('extension', now);
      await keys.forgetBefore('program', now - LISTED_DAYS * DAY_MS);
    },
  };
}

/**
 * Every request asks the store, so that a revoked key is refused at once, whichever server revoked it. A secret that did not
 * work lately costs its network a token first: the work that guesses cause is bounded, and programs that share an address
 * with someone who guesses go on.
 */
async function recognize(state: State, secret: string | null, network: string): Promise<ApiKey> {
  const { keys, secrets, recognized, clock } = state;
  const hash = secret === null ? null : secrets.hashOf(secret);
  if (hash === null || !recognized.get(hash)) await takeToken(state.limiter, 'keyGuess', network);
  const key = hash === null ? null : await keys.find(hash);
  const now = clock.now();
  if (hash === null || !key || !isActive(key, now)) throw new AppError('key_unknown');
  recognized.put(hash, true, now + HOUR_MS);
  const today = await noteDay(state, key);
  return key.usedOn === today ? key : { ...key, usedOn: today, usedBytes: 0 };
}

/** The UTC day, on which the key is used. */
async function noteDay({ keys, clock }: State, { id, usedOn }: ApiKey): Promise<number> {
  const today = dayOf(clock.now());
  if (usedOn !== today) await keys.noteUse(id, today, 0);
  return today;
}

async function takeBytes({ keys, clock }: State, key: ApiKey, bytes: number) {
  const { bytesPerDay } = key.limits;
  if (bytesPerDay === null) return async () => undefined;
  const now = clock.now();
  const day = dayOf(now);
  if (key.usedOn === day && key.usedBytes >= bytesPerDay) {
    const retryAfterSeconds = Math.ceil((day + DAY_MS - now) / 1000);
    throw new AppError('too_many_requests', { params: { retryAfterSeconds } });
  }
  await keys.noteUse(key.id, day, bytes);
  return async (unsent: number) => {
    if (unsent > 0 && dayOf(clock.now()) === day) await keys.noteUse(key.id, day, -unsent);
  };
}

async function makeForProgram(
  state: State,
  admin: string | null,
  request: ProgramKeyRequest,
): Promise<MadeKey> {
  const { keys, clock } = state;
  if ((await keys.countActive('program', clock.now())) >= MAX_PROGRAM_KEYS)
    throw new AppError('server_full', { params: { retryAfterSeconds: 3600 } });
  const made = await make(state, { ...request, kind: 'program', madeBy: admin });
  await note(state, admin, 'key_made', made.key);
  return made;
}

async function makeForExtension(
  state: State,
  visitor: string,
  network: string,
  request: ExtensionKeyRequest,
): Promise<MadeKey> {
  const { keys, clock } = state;
  await takeToken(state.limiter, 'newKey', network);
  const now = clock.now();
  if ((await keys.countActive('extension', now)) >= SHARED_RESOURCES.extensionKeys.total)
    throw new AppError('server_full', { params: { retryAfterSeconds: 3600 } });
  const own = await activeOf(state, visitor);
  for (const { id } of own.slice(MAX_PER_VISITOR - 1)) await keys.revoke(id, now);
  const expiresAt = now + EXTENSION_KEY_DAYS * DAY_MS;
  return make(state, {
    ...request,
    expiresAt,
    limits: NO_LIMITS,
    kind: 'extension',
    madeBy: visitor,
  });
}

async function make(
  { keys, secrets, newId, clock }: State,
  request: Pick<ApiKey, 'name' | 'kind' | 'madeBy' | 'expiresAt' | 'limits' | 'origins'>,
): Promise<MadeKey> {
  const { name, kind, madeBy, expiresAt, limits, origins } = request;
  const secret = secrets.make();
  const key: ApiKey = {
    name,
    kind,
    madeBy,
    expiresAt,
    limits,
    id: newId(),
    createdAt: clock.now(),
    revokedAt: null,
    usedOn: null,
    usedBytes: 0,
    origins: [...new Set(origins)],
  };
  await keys.add(key, secrets.hashOf(secret));
  return { key, secret };
}

async function activeOf({ keys, clock }: State, visitor: string): Promise<readonly ApiKey[]> {
  const now = clock.now();
  const all = await keys.list('extension', { madeBy: visitor, limit: 100 });
  return all.filter((key) => isActive(key, now));
}

async function revoke(state: State, admin: string | null, id: string): Promise<ApiKey> {
  const { keys, clock } = state;
  const key = await keys.get(id);
  const revokedAt = clock.now();
  if (key?.kind !== 'program' || !(await keys.revoke(id, revokedAt)))
    throw new AppError('not_found_page');
  await note(state, admin, 'key_revoked', key);
  return { ...key, revokedAt };
}

function note(
  { audit, newId, clock }: State,
  admin: string | null,
  action: AuditEntry['action'],
  { id, name }: ApiKey,
): Promise<void> {
  return audit.add({ id: newId(), at: clock.now(), admin, action, subject: id, details: { name } });
}

/** The start of the UTC day. */
function dayOf(now: number): number {
  return now - (now % DAY_MS);
}
