// The port Engine: sends a request to a warm worker and reads its answer into the product's types, or its error into a code.

import type { Clock } from '../../core/async/clock.ts';
import type { AddressFamily, Inspected } from '../../core/inspecting/inspection.ts';
import type { Engine } from '../../core/inspecting/ports.ts';
import { AppError, codeOf, ERRORS } from '../../shared/errors.ts';
import type { Link, PlatformId } from '../../shared/platforms/platform.ts';
import { UPSTREAMS } from '../../shared/platforms/upstreams.ts';
import type { ReadAccounts } from './accounts.ts';
import { type BrowserMemory, createBrowserMemory } from './browser-memory.ts';
import { type ClientMemory, createClientMemory } from './client-memory.ts';
import { readInfo } from './read/read-info.ts';
import { refuseUnlessPublic } from './read/refuse-unless-public.ts';
import { readError, readLock } from './read-error.ts';
import type { WorkerPool } from './workers/pool.ts';
import type { Browser, EngineAnswer, EngineRequest, TokenRequest } from './workers/protocol.ts';

type EngineNeeds = {
  readonly pool: Pick<WorkerPool, 'inspect'>;
  /** The id of the first egress at the start, which names this server to others. */
  readonly egress: string;
  /** The first egress that serves a platform. */
  readonly egressOf: (platform: PlatformId) => string;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Left out where the operator has no accounts. */
  readonly accounts?: ReadAccounts | undefined;
  /** Called with the tokens that an inspection of YouTube's needed, if any. */
  readonly onTokens?: (tokens: readonly TokenRequest[]) => void;
  /** By default one of its own. */
  readonly clients?: ClientMemory;
};

/** For how long an account that was refused is left alone, and how many are tried for a link. */
const REST_MS = 15 * 60_000;
const MOST_ACCOUNTS = 2;

/** How a link is inspected. */
type Manner = Pick<EngineRequest, 'cookies' | 'fresh'> & { readonly browser: Browser };

/** One attempt: the answer, and what it was read into or why it was not. */
type Attempt = { readonly answer: EngineAnswer } & (
  | { readonly inspected: Inspected }
  | { readonly error: unknown }
);

/**
 * Creates the port on a pool. `newId` makes opaque handles of inspections.
 */
export function createEngine(needs: EngineNeeds): Engine {
  const browsers = createBrowserMemory(needs.clock);
  const { clients = createClientMemory(needs.clock) } = needs;
  const restUntilMs = new Map<string, number>();
  const isResting = (name: string) => (restUntilMs.get(name) ?? 0) > needs.clock.monotonic();
  return {
    egress: needs.egress,
    async inspect(link, signal, egress = needs.egressOf(link.platform), family = undefined) {
      const attempt = (manner: Manner) =>
        attemptOnce({ ...needs, egress, family }, link, manner, signal);
      const attemptAsClient =
        link.platform === 'youtube'
          ? (manner: Manner) => attemptAsClients(clients, egress, manner, attempt)
          : attempt;
      const { result: first, browser } = await attemptAsBrowser(browsers, link, attemptAsClient);
      const found = await confirmLocks(first, () => attempt({ browser, fresh: true }));
      if ('inspected' in found) return found.inspected;
      // An account is used only where a platform shows nothing without one.
      if (codeOf(found.error) !== 'login_required') throw found.error;
      const accounts = (await needs.accounts?.(link.platform, egress)) ?? [];
      const awake = accounts.filter(({ name }) => !isResting(name));
      let failure = found.error;
      for (const { name, cookies } of awake.slice(0, MOST_ACCOUNTS)) {
        const second = await attempt({ browser, cookies });
        if ('inspected' in second) return { ...second.inspected, withCookies: true };
        failure = second.error;
        const code = codeOf(failure);
        // Signed out, or distrusted like an address: asking on would lose it.
        if (code !== 'login_required' && !ERRORS[code].refusesServer) break;
        restUntilMs.set(name, needs.clock.monotonic() + REST_MS);
      }
      throw failure;
    },
  };
}

/** What {@link createAccountInspection} needs. */
export type AccountInspectionNeeds = Omit<EngineNeeds, 'accounts' | 'clients' | 'onTokens'>;

/** Inspects a link by one request, with the cookies of one account or none. Throws as `Engine.inspect`. */
export function createAccountInspection(
  needs: AccountInspectionNeeds,
): (link: Link, cookies: string | null, egress: string, signal: AbortSignal) => Promise<void> {
  return async (link, cookies, egress, signal) => {
    const manner = { browser: 'first', ...(cookies !== null && { cookies }) } as const;
    const result = await attemptOnce({ ...needs, egress, family: undefined }, link, manner, signal);
    if ('error' in result) throw result.error;
  };
}

async function attemptOnce(
  needs: EngineNeeds & { readonly family: AddressFamily | undefined },
  link: Link,
  manner: Manner,
  signal: AbortSignal,
): Promise<Attempt> {
  const { pool, egress, family, clock, newId, onTokens } = needs;
  const { platform, address } = link;
  const request = { url: address, platform, egress, family, ...manner };
  const answer = await pool.inspect(request, signal);
  if (platform === 'youtube') onTokens?.(answer.tokens);
  if (!answer.ok) return { answer, error: readError(answer.error, answer.warnings, platform) };
  try {
    if (manner.cookies) refuseUnlessPublic(answer.info);
    const inspected = readInfo(answer.info, {
      link,
      now: clock.now(),
      egress,
      family: answer.family,
      expectedExtractors: UPSTREAMS[platform].extractors,
      warnings: answer.warnings,
      newId,
    });
    return { answer, inspected };
  } catch (error) {
    return { answer, error };
  }
}

/** Tries once more, as another browser or as none, where what a browser got cannot be read. */
async function attemptAsBrowser(
  browsers: BrowserMemory,
  { platform }: Link,
  attempt: (manner: Manner) => Promise<Attempt>,
): Promise<{ readonly result: Attempt; readonly browser: Browser }> {
  const browser = browsers.first(platform);
  const first = await attempt({ browser });
  const isUnread = 'error' in first && codeOf(first.error) === 'platform_changed';
  if (!isUnread || !first.answer.impersonates) return { result: first, browser };
  const other = browsers.second(platform, browser);
  const second = await attempt({ browser: other });
  if ('error' in second && codeOf(second.error) === 'platform_changed')
    return { result: first, browser };
  if ('inspected' in second) browsers.remember(platform, other);
  return { result: second, browser: other };
}

/**
 * Asks YouTube with another client as well where the usual one alone was refused before; and at once, where it is refused and the
 * other one is known to help.
 */
async function attemptAsClients(
  clients: ClientMemory,
  egress: string,
  manner: Manner,
  attempt: (manner: Manner) => Promise<Attempt>,
): Promise<Attempt> {
  const attemptWith = async (fresh: boolean) => {
    const result = await attempt({ ...manner, ...(fresh && { fresh }) });
    const isRefused = 'error' in result && codeOf(result.error) === 'bot_check';
    clients.note(egress, fresh, isRefused);
    return { result, isRefused };
  };
  const hasHelped = clients.hasHelped(egress);
  const withBoth = clients.beginsWithBoth(egress);
  const { result, isRefused } = await attemptWith(withBoth);
  if (!isRefused || withBoth || !hasHelped) return result;
  return (await attemptWith(true)).result;
}

/** Locked formats are believed once a fresh session gets them too: a platform may lock all of one that it distrusts. */
async function confirmLocks(
  first: Attempt,
  attemptFresh: () => Promise<Attempt>,
): Promise<Attempt> {
  if ('error' in first) {
    if (codeOf(first.error) !== 'drm') return first;
    const second = await attemptFresh();
    const isLocked = 'error' in second && codeOf(second.error) === 'drm';
    if (!isLocked || readLock(second.answer.warnings) !== 'session') return second;
    const params = second.error instanceof AppError ? second.error.params : {};
    const detail = 'the formats are locked for this session';
    return { ...second, error: new AppError('engine_limited', { params, detail }) };
  }
  if (!readLock(first.answer.warnings)) return first;
  // Some of its formats are locked: the fresh session may have them all, and if it fails there are the others.
  const second = await attemptFresh().catch((error: unknown) => ({ error }));
  if ('error' in second) return first;
  return tracksOf(second.inspected) < tracksOf(first.inspected) ? first : second;
}

function tracksOf({ inspection }: Inspected): number {
  return inspection.items.reduce((sum, { tracks }) => sum + tracks.length, 0);
}
