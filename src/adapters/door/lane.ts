// A lane, the egress session of one job: checks targets against the policy, dials within the budget, and owns its proxy token.
import { createHash, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../core/async/clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Dial } from './dial.ts';
import { createLaneDispatcher, type LaneTls } from './dispatcher.ts';
import type { DoorCounts, Lane } from './door.ts';
import { createLaneMeter, type LaneMeter } from './lane-meter.ts';
import { type AbsoluteTarget, type Host, isLocalName, readHost } from './policy/host.ts';
import type { OwnSite } from './policy/own-site.ts';
import type { EgressPolicy } from './policy/policy.ts';
import type { TokenProvider, TokenProviders } from './token-provider.ts';
import type { Way, WayTo } from './ways.ts';

/** Increments a counter of the door. */
export type Count = (what: keyof DoorCounts) => void;

/** Which hosts a job may reach: `observe` counts other hosts and lets them pass, `enforce` refuses them. */
export type HostList = {
  readonly mode: 'observe' | 'enforce';
  readonly isListed: (platform: PlatformId, host: string) => boolean;
  /** A host that requests of every platform may reach beside its own. */
  readonly other?: string | undefined;
};

/** What all lanes of a door share. */
export type LaneParts = {
  readonly dial: Dial;
  readonly policy: EgressPolicy;
  readonly ownSite: OwnSite;
  readonly hosts: HostList;
  readonly clock: Clock;
  readonly count: Count;
  readonly tls: LaneTls;
  /** None of them is a target of a job. */
  readonly providers: Pick<TokenProviders, 'hasOneAt'>;
  /** The one that this lane may ask. */
  readonly provider: TokenProvider | undefined;
  readonly wayTo: WayTo;
};

/** A lane as the proxy sees it. */
export type InnerLane = {
  readonly lane: Lane;
  readonly tokenHash: string;
  readonly isOpen: () => boolean;
  /** As {@link Lane.connect}, for a host that is already parsed. */
  readonly open: (host: Host, port: number, signal: AbortSignal) => Promise<Socket>;
  /**
   * Admits a request of a client for an https:// address, whose bytes count for the lane: what to send it with, and until
   * when. Throws as {@link Lane.connect}.
   */
  readonly admit: (
    target: AbsoluteTarget,
    client: Socket,
  ) => { readonly dispatcher: Dispatcher; readonly signal: AbortSignal };
  /** As `admit`, for the provider of tokens and nothing else, whatever its address. */
  readonly admitToProvider: InnerLane['admit'];
  /** Counts why an admitted request failed, if this door refused it. */
  readonly countRefusal: (error: unknown) => void;
  readonly check: LaneMeter['check'];
  /** Closes the lane and resolves when its dispatcher is closed. */
  readonly closed: () => Promise<void>;
};

/** The form in which the proxy looks up tokens, so that no comparison runs over the token itself. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

/** Creates a closed lane. `onClose` is called once. */
export function createLane(
  parts: LaneParts & { readonly port: number; readonly onClose: () => void },
): InnerLane {
  const { clock, count, dial, hosts } = parts;
  const token = randomBytes(32).toString('base64url');
  const account = createLaneMeter(clock);
  let platform: PlatformId | null = null;
  let way: Way | null = null;
  let job = new AbortController();

  async function open(host: Host, port: number, signal: AbortSignal): Promise<Socket> {
    try {
      return await account.enter(host.name, async () => {
        const isListed = assertAllowed(parts, platform, host, port);
        const { steady } = currentWay();
        return dial(host, port, AbortSignal.any([signal, job.signal]), isListed, steady);
      });
    } catch (error) {
      countRefusal(error);
      throw error;
    }
  }

  function admit({ host, port }: AbsoluteTarget, client: Socket) {
    account.join(host.name, client);
    const isListed = assertAllowed(parts, platform, host, port);
    return { dispatcher: isListed ? currentWay().kept : dispatcher, signal: job.signal };
  }

  const currentWay = () => {
    way = followWay(parts, platform, way);
    return way;
  };

  function admitToProvider({ host, origin }: AbsoluteTarget, client: Socket) {
    account.join(host.name, client);
    if (origin !== parts.provider?.origin)
      throw refusal(count, 'refusedHost', 'not the provider of tokens');
    return { dispatcher: parts.provider.dispatcher, signal: job.signal };
  }

  const countRefusal = (error: unknown) => noteRefusal(account, count, error);

  const connect: Lane['connect'] = async (text, port, signal) => {
    const host = readHost(text);
    if (host) return open(host, port, signal);
    account.refused();
    throw refusal(count, 'refusedHost', 'not a host');
  };

  const dispatcher = createLaneDispatcher({ connect, isOpen: account.isOpen, tls: parts.tls });
  let closing: Promise<void> | null = null;

  function closed(): Promise<void> {
    closing ??= (async () => {
      parts.onClose();
      endJob();
      account.close();
      await dispatcher.destroy();
    })();
    return closing;
  }

  /** Aborts pending dials. */
  function endJob(): void {
    job.abort(new AppError('cancelled', { detail: 'the job has ended' }));
  }

  const lane: Lane = {
    proxyUrl: `http://job:${token}@127.0.0.1:${parts.port}`,
    dispatcher,
    connect,
    family: () => way?.steady.family,
    begin: (next, budget, family) => {
      if (closing) throw new TypeError('the lane is closed');
      account.begin(budget);
      job = new AbortController();
      platform = next;
      way = parts.wayTo(next, family);
      if (hosts.mode === 'enforce') account.cut((host) => !isKept(parts, next, host));
    },
    end: () => {
      endJob();
      return account.end();
    },
    use: account.use,
    close: () => void closed(),
  };
  return {
    lane,
    tokenHash: hashToken(token),
    isOpen: account.isOpen,
    open,
    admit,
    admitToProvider,
    countRefusal,
    check: account.check,
    closed,
  };
}

/** Whether a connection to the host may serve the next job, of this platform. */
function isKept({ hosts }: LaneParts, platform: PlatformId, host: string): boolean {
  return hosts.isListed(platform, host) || host === hosts.other;
}

/** Whether the host is on the platform's list. Throws AppError `blocked_target`. */
function assertAllowed(
  { policy, ownSite, hosts, providers, count }: LaneParts,
  platform: PlatformId | null,
  host: Host,
  port: number,
): boolean {
  if (!policy.isAllowedPort(port)) throw refusal(count, 'refusedPort', 'not a port of the web');
  if (host.kind === 'odd') throw refusal(count, 'refusedAddress', 'an oddly written address');
  if (host.kind === 'name' && isLocalName(host.name))
    throw refusal(count, 'refusedHost', 'a name of the local network');
  if (ownSite.isName(host.name)) throw refusal(count, 'refusedHost', 'the name of this site');
  if (providers.hasOneAt(host.name, port))
    throw refusal(count, 'refusedHost', 'a provider of tokens');
  if (platform === null) return false;
  if (hosts.isListed(platform, host.name)) return true;
  if (host.name === hosts.other) return false;
  count('unlistedHost');
  if (hosts.mode === 'enforce') throw new AppError('blocked_target', { detail: 'unlisted host' });
  return false;
}

/** The way itself, or the one that took its place. */
function followWay({ wayTo }: LaneParts, platform: PlatformId | null, way: Way | null): Way {
  if (!platform || !way) throw new AppError('cancelled', { detail: 'the lane is shut' });
  return way.steady.hasSwitched ? wayTo(platform, way.steady.family) : way;
}

function noteRefusal(account: LaneMeter, count: Count, error: unknown): void {
  if (!(error instanceof AppError)) return;
  const { code } = error;
  if (code === 'blocked_target' || code === 'server_busy') account.refused();
  if (code === 'server_busy') count('refusedBudget');
}

function refusal(count: Count, what: keyof DoorCounts, detail: string): AppError {
  count(what);
  return new AppError('blocked_target', { detail });
}
