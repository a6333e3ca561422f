// Opens a connection to the first of a name's verified addresses that accepts one.
import { connect, type Socket } from 'node:net';
import type { Clock } from '../../core/async/clock.ts';
import { AppError } from '../../shared/errors.ts';
import { isSameAddress, parseAddress } from './policy/addresses.ts';
import type { Host } from './policy/host.ts';
import type { OwnSite } from './policy/own-site.ts';
import type { EgressPolicy } from './policy/policy.ts';
import type { Resolve } from './resolve.ts';

/**
 * Opens a connection. `isListed` marks a host of the job's platform, which controls its name servers. Throws AppError
 * (`blocked_target`, `origin_unreachable`, `timeout`) or the signal's reason.
 */
export type Dial = (
  host: Host,
  port: number,
  signal: AbortSignal,
  isListed: boolean,
) => Promise<Socket>;

type Checked = { readonly text: string; readonly bytes: Uint8Array };

const CONNECT_MS = 10_000;
const STAGGER_MS = 250;
const MAX_ATTEMPTS = 8;
const MAX_PROXY_ATTEMPTS = 2;

/** Opens a connection through a proxy to a name or an address. Throws AppError, or the signal's reason. */
export type Through = (target: Host, port: number, signal: AbortSignal) => Promise<Socket>;

/** An address family of IP. */
export type Family = 4 | 6;

/** How checked addresses are connected to. Default: directly, from any address of this machine, of the family that was answered last. */
export type Route = {
  /** Only addresses of this family. */
  readonly family?: Family | undefined;
  /** The address of this machine to connect from. */
  readonly from?: string | undefined;
  readonly through?: Through | undefined;
};

/**
 * Dials addresses that were checked here: resolves the name once, refuses it if any of its addresses is not allowed (a partly public
 * name is an attack or a mistake), and connects to those very addresses, never to the name. Stays with one family while that connects,
 * because a platform's answers hold the address that asked.
 */
export function createCheckedDial(options: {
  readonly resolve: Resolve;
  readonly policy: EgressPolicy;
  readonly ownSite: OwnSite;
  readonly clock: Clock;
  readonly route?: Route;
  /** Called when an address is refused. */
  readonly onRefused: () => void;
}): Dial {
  const { resolve, policy, ownSite, clock, route = {}, onRefused } = options;
  let usual = route.family;

  return async (host, port, signal, isListed) => {
    signal.throwIfAborted();
    const lookUp = Promise.all([
      host.kind === 'name' ? resolve(host.name) : [host.name],
      // A platform may share a CDN with this site, and so its addresses.
      isListed ? [] : ownSite.addresses(),
    ]);
    const [texts, own] = await untilAborted(lookUp, signal);
    if (texts.length === 0)
      throw new AppError('origin_unreachable', { detail: 'the name has no address' });
    const checked: Checked[] = [];
    for (const text of texts) {
      const bytes = parseAddress(text);
      const isOwn = bytes && own.some((address) => isSameAddress(address, bytes));
      if (!bytes || isOwn || !policy.isAllowedAddress(bytes)) {
        onRefused();
        throw new AppError('blocked_target', { detail: 'not a public address' });
      }
      checked.push({ text, bytes });
    }
    const allowed = checked.filter((one) => !route.family || familyOf(one) === route.family);
    if (allowed.length === 0)
      throw new AppError('origin_unreachable', {
        detail: `the name has no address of IPv${route.family}`,
      });
    const addresses = alternate(allowed, usual);
    if (route.through) return connectThrough(route.through, addresses, port, signal);
    const { socket, family } = await connectFirst({ ...route, addresses, port, clock, signal });
    if (isListed) usual = family;
    return socket;
  };
}

/** One after the other: a proxy is not asked for two connections where one is wanted. */
async function connectThrough(
  through: Through,
  addresses: readonly Checked[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown;
  for (const { text, bytes } of addresses.slice(0, MAX_PROXY_ATTEMPTS)) {
    try {
      return await through({ kind: 'address', name: text, bytes }, port, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Resolving cannot be aborted, but the caller need not wait for it. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function familyOf({ bytes }: Checked): Family {
  return bytes.length === 4 ? 4 : 6;
}

/** Alternates address families, so that a broken one costs one attempt and not eight; `first` is the family to begin with. */
function alternate(addresses: readonly Checked[], first: Family | undefined): Checked[] {
  const has = addresses.some((one) => familyOf(one) === first);
  const begin = has ? first : familyOf(addresses[0] as Checked);
  const [these, others] = [true, false].map((isFirst) =>
    addresses.filter((one) => (familyOf(one) === begin) === isFirst),
  ) as [Checked[], Checked[]];
  const longest = Math.max(these.length, others.length);
  return Array.from({ length: longest }, (_, index) => [these[index], others[index]])
    .flat()
    .filter((address) => address !== undefined)
    .slice(0, MAX_ATTEMPTS);
}

function connectFirst(options: {
  readonly addresses: readonly Checked[];
  readonly port: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly from?: string | undefined;
}): Promise<{ readonly socket: Socket; readonly family: Family }> {
  const { port, clock, signal, from } = options;
  return new Promise((resolve, reject) => {
    const waiting = [...options.addresses];
    const attempts = new Set<Socket>();
    let callOffNext: () => void = () => undefined;
    const callOffDeadline = clock.after(CONNECT_MS, () => fail(new AppError('timeout')));
    const abort = () => fail(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    tryNext();

    function tryNext(cause?: unknown): void {
      callOffNext();
      const address = waiting.shift();
      if (address) attempt(address);
      else if (attempts.size === 0) fail(new AppError('origin_unreachable', { cause }));
      if (waiting.length > 0) callOffNext = clock.after(STAGGER_MS, tryNext);
    }

    function attempt(address: Checked): void {
      const socket = connect({
        host: address.text,
        port,
        noDelay: true,
        autoSelectFamily: false,
        ...(from !== undefined && { localAddress: from }),
      });
      attempts.add(socket);
      // Stays for the life of the socket: its owner sees a failure as its close, and no error event is unhandled.
      socket.on('error', (cause) => {
        if (attempts.delete(socket)) tryNext(cause);
      });
      socket.once('connect', () => {
        const reached = parseAddress(socket.remoteAddress ?? '');
        if (reached && isSameAddress(reached, address.bytes)) succeed(socket, familyOf(address));
        else socket.destroy(new Error('connected to another address than the checked one'));
      });
    }

    function settle(): void {
      callOffNext();
      callOffDeadline();
      signal.removeEventListener('abort', abort);
      waiting.length = 0;
      const losers = [...attempts];
      attempts.clear();
      for (const loser of losers) loser.destroy();
    }

    function succeed(socket: Socket, family: Family): void {
      attempts.delete(socket);
      settle();
      resolve({ socket, family });
    }

    function fail(reason: unknown): void {
      settle();
      reject(reason);
    }
  });
}
