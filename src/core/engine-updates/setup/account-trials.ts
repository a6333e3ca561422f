// Tries the operator's accounts: a file of cookies that is new or changed inspects a canary before it is used for a visitor.
import type { RefusalReason } from '../../../shared/engine.ts';
import { codeOf, type ErrorCode } from '../../../shared/errors.ts';
import type { Link, PlatformId } from '../../../shared/platforms/platform.ts';
import type { Duties, EndDuty } from '../../async/duties.ts';
import type { Alarms } from '../../status/alarms.ts';
import type { EngineMemory, EngineMemoryStore } from '../memory.ts';
import type { StepResult } from '../step.ts';

const FIRST_AFTER_MS = 500;
const READ_EVERY_MS = 5000;
/** A platform that was out of reach is asked again after so many readings. */
const REST_READINGS = 180;
const MAX_ACCOUNTS = 400;

/** An account as its file has it at the moment: its name, and its cookies for one platform in Netscape form. */
export type FoundAccount = {
  /** Another one as soon as the file is written again. */
  readonly id: string;
  readonly name: string;
  readonly cookies: string;
  /** Null for a file for all platforms with cookies of none. */
  readonly platform: PlatformId | null;
  /** The one that it is for alone, if any. */
  readonly egress: string | null;
};

/** The files of accounts. */
export type AccountPort = {
  /** The setting that names them. */
  readonly setting: string;
  readonly find: () => Promise<readonly FoundAccount[]>;
  /** From now on these alone are used for visitors. */
  readonly use: (ids: ReadonlySet<string>) => void;
  /** What stands for an id in the database. */
  readonly markOf: (id: string) => string;
  /** The egress by which a platform is asked, or null while the wanted one is not there. */
  readonly egressOf: (platform: PlatformId, wanted: string | null) => string | null;
  /** One request, with the cookies of one account or none. Throws as `Engine.inspect`. */
  readonly inspect: (
    link: Link,
    cookies: string | null,
    egress: string,
    signal: AbortSignal,
  ) => Promise<void>;
};

/** An account as operators see it. */
export type AccountStatus = Pick<FoundAccount, 'name' | 'platform'> & {
  readonly state: 'used' | 'waiting' | 'refused';
  readonly reason: RefusalReason | null;
};

/** Tries accounts from `start` on; until then none is used. */
export type AccountTrials = {
  readonly status: () => readonly AccountStatus[];
  readonly start: () => void;
  readonly stop: () => void;
};

type Needs = {
  readonly accounts: AccountPort | null;
  /** The operators' canaries of platforms that are on. */
  readonly links: () => readonly Link[];
  readonly isPaused: (platform: PlatformId, egress: string) => boolean;
  readonly memory: EngineMemoryStore;
  readonly alarms: Alarms;
  readonly duties: Duties;
  readonly isBusy: () => boolean;
  readonly begin: (by: string, task: () => Promise<StepResult | null>) => Promise<void>;
  readonly signal: AbortSignal;
};

/** These say nothing about the account. */
const NO_ANSWER: ReadonlySet<ErrorCode | 'ok'> = new Set([
  'timeout',
  'server_busy',
  'engine_crashed',
  'engine_unavailable',
  'origin_unreachable',
]);

/** Creates them. */
export function createAccountTrials(needs: Needs): AccountTrials {
  const { accounts, memory } = needs;
  if (!accounts) return { status: () => [], start: () => undefined, stop: () => undefined };
  let found: readonly FoundAccount[] = [];
  let used: ReadonlySet<string> = new Set();
  let isFirst = true;
  /** Readings until an account is tried again that got no answer. */
  const resting = new Map<string, number>();
  let end: EndDuty = async () => undefined;
  const isKnown = ({ id }: FoundAccount) => verdictOf(memory.now(), accounts.markOf(id));

  const read = async (): Promise<number> => {
    const before = new Set(found.map(({ id }) => id));
    found = await accounts.find();
    for (const [id, left] of resting) {
      if (left > 1) resting.set(id, left - 1);
      else resting.delete(id);
    }
    // A file may be written at this moment: it counts once it was the same twice.
    const isReady = (one: FoundAccount) =>
      !isKnown(one) && !resting.has(one.id) && (isFirst || before.has(one.id));
    const ready = found.filter(isReady);
    isFirst = false;
    for (const account of ready) {
      if (needs.isBusy()) break;
      if (!canTry(needs, accounts, account)) continue;
      await tryOne(account);
      admitTried();
    }
    admitTried();
    return READ_EVERY_MS;
  };
  const admitTried = () => {
    const good = found.filter((one) => isKnown(one)?.reason === null);
    used = new Set(good.map(({ id }) => id));
    accounts.use(used);
  };

  const tryOne = (account: FoundAccount) =>
    needs.begin(accounts.setting, async () => {
      const result = await tryAccount(needs, accounts, account);
      if (!result) {
        resting.set(account.id, REST_READINGS);
        return null;
      }
      const { reason = null, platforms = [], details = '' } = result;
      const verdict = { mark: accounts.markOf(account.id), reason };
      await memory.remember((now) => ({
        ...now,
        accounts: [verdict, ...now.accounts].slice(0, MAX_ACCOUNTS),
      }));
      if (reason !== null)
        needs.alarms.raise({
          kind: 'account_refused',
          details: { account: account.name, reason, platforms: platforms.join(', '), details },
        });
      return result;
    });

  return {
    status: () =>
      found.map((one) => {
        const reason = isKnown(one)?.reason ?? null;
        const state = used.has(one.id) ? 'used' : reason === null ? 'waiting' : 'refused';
        return { name: one.name, platform: one.platform, state, reason };
      }),
    start() {
      end = needs.duties.paced('try-accounts', FIRST_AFTER_MS, read);
    },
    stop: () => void end(),
  };
}

function verdictOf({ accounts }: EngineMemory, mark: string) {
  return accounts.find((one) => one.mark === mark);
}

function canTry(needs: Needs, accounts: AccountPort, { platform, egress }: FoundAccount): boolean {
  if (platform === null) return true;
  const by = accounts.egressOf(platform, egress);
  return by !== null && !needs.isPaused(platform, by);
}

/** One request with its cookies and, if that fails, one without. Null where there was no answer. Throws the signal's reason. */
async function tryAccount(
  { links, signal }: Needs,
  accounts: AccountPort,
  { name, cookies, platform, egress }: FoundAccount,
): Promise<StepResult | null> {
  const about = { what: 'account' as const, version: null, to: [name] };
  if (platform === null || cookies === '')
    return {
      ...about,
      result: 'refused',
      reason: 'unreadable',
      details: 'it has no cookies that are valid',
    };
  const link = links().find((one) => one.platform === platform);
  const by = accounts.egressOf(platform, egress);
  const isTried = link !== undefined && by !== null;
  if (!isTried) return { ...about, result: 'switched', isTried };
  const withCookies = await codeFrom(accounts.inspect(link, cookies, by, signal), signal);
  if (withCookies === 'ok') return { ...about, result: 'switched', isTried };
  if (NO_ANSWER.has(withCookies)) return null;
  const without = await codeFrom(accounts.inspect(link, null, by, signal), signal);
  if (NO_ANSWER.has(without)) return null;
  // What fails either way says nothing about the account, which is used where nothing else helps.
  if (without !== 'ok') return { ...about, result: 'switched', isTried: false };
  const details = `${platform} (${by}): ${withCookies}`;
  return { ...about, result: 'refused', reason: 'canaries_failed', platforms: [platform], details };
}

async function codeFrom(work: Promise<unknown>, signal: AbortSignal): Promise<ErrorCode | 'ok'> {
  const code = await work.then(() => 'ok' as const, codeOf);
  signal.throwIfAborted();
  return code;
}
