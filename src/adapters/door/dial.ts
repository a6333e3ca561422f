// Opens a connection to the first of a name's verified addresses that accepts one.
import { connect, type Socket } from 'node:net';
import type { Clock } from '../../core/async/clock.ts';
import type { AddressFamily } from '../../core/inspecting/inspection.ts';
import { AppError } from '../../shared/errors.ts';
import { isSameAddress, parseAddress } from './policy/addresses.ts';
import type { Host } from './policy/host.ts';
import type { OwnSite } from './policy/own-site.ts';
import type { EgressPolicy } from './policy/policy.ts';
import type { Resolve } from './resolve.ts';

/**
 * The family by which a platform is reached: that of the first connection to it, and from then on the other one only where addresses
 * of this one cannot be connected to. Undefined until then, and where a proxy resolves names.
 */
export type SteadyFamily = {
  family: AddressFamily | undefined;
  /** Whether the other one took its place. */
  hasSwitched: boolean;
  /** While the first connection is opened, which decides for those that begin meanwhile. */
  deciding: Promise<unknown> | null;
};

/** One of which nothing is known yet, or a given one. */
export function createSteadyFamily(family?: AddressFamily): SteadyFamily {
  return { family, hasSwitched: false, deciding: null };
}

/**
 * Opens a connection. `isListed` marks a host of the job's platform, which controls its name servers; only those decide about the
 * family. Throws AppError (`blocked_target`, `origin_unreachable`, `timeout`) or the signal's reason.
 */
export type Dial = (
  host: Host,
  port: number,
  signal: AbortSignal,
  isListed: boolean,
  steady: SteadyFamily,
) => Promise<Socket>;

type Checked = { readonly text: string; readonly bytes: Uint8Array };

const CONNECT_MS = 10_000;
/** What a family has to connect in before the other is tried, which has the same. */
const FAMILY_MS = CONNECT_MS / 2;
const STAGGER_MS = 250;
const MAX_ATTEMPTS = 8;
const MAX_PROXY_ATTEMPTS = 2;

/** Opens a connection through a proxy to a name or an address. Throws AppError, or the signal's reason. */
export type Through = (target: Host, port: number, signal: AbortSignal) => Promise<Socket>;

/** How checked addresses are connected to. Default: directly, from any address of this machine. */
export type Route = {
  /** Only addresses of this family. */
  readonly family?: AddressFamily | undefined;
  /** The address of this machine to connect from. */
  readonly from?: string | undefined;
  readonly through?: Through | undefined;
};

/**
 * Dials addresses that were checked here: resolves the name once, refuses it if any of its addresses is not allowed (a partly public
 * name is an attack or a mistake), and connects to those very addresses, never to the name. Stays with one family, because a platform's
 * answers hold the address that asked.
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

  return async (host, port, signal, isListed, steady) => {
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
    const { through, from } = route;
    const open: Open = (addresses, deadlineMs) =>
      through
        ? connectThrough(through, addresses, port, signal)
        : connectFirst({ addresses, port, clock, signal, from, deadlineMs });
    return connectSteadily(open, allowed, { steady, isListed, signal });
  };
}

type Opened = { readonly socket: Socket; readonly family: AddressFamily };
type Open = (addresses: readonly Checked[], deadlineMs: number) => Promise<Opened>;

async function connectSteadily(
  open: Open,
  addresses: readonly Checked[],
  {
    steady,
    isListed,
    signal,
  }: {
    readonly steady: SteadyFamily;
    readonly isListed: boolean;
    readonly signal: AbortSignal;
  },
): Promise<Socket> {
  if (isListed && steady.deciding) await untilAborted(steady.deciding, signal);
  const { family } = steady;
  if (family === undefined) {
    const opening = open(alternate(addresses), CONNECT_MS);
    if (!isListed) return (await opening).socket;
    const deciding = opening.then(
      () => undefined,
      () => undefined,
    );
    steady.deciding = deciding;
    try {
      const opened = await opening;
      steady.family ??= opened.family;
      return opened.socket;
    } finally {
      if (steady.deciding === deciding) steady.deciding = null;
    }
  }
  const [own, others] = byFamily(addresses, family);
  if (own.length === 0 || others.length === 0)
    return (await open(addresses.slice(0, MAX_ATTEMPTS), CONNECT_MS)).socket;
  try {
    return (await open(own.slice(0, MAX_ATTEMPTS), FAMILY_MS)).socket;
  } catch (error) {
    if (signal.aborted) throw error;
    const opened = await open(others.slice(0, MAX_ATTEMPTS), FAMILY_MS);
    if (isListed && steady.family === family) {
      steady.family = opened.family;
      steady.hasSwitched = true;
    }
    return opened.socket;
  }
}

/** One after the other: a proxy is not asked for two connections where one is wanted. */
async function connectThrough(
  through: Through,
  addresses: readonly Checked[],
  port: number,
  signal: AbortSignal,
): Promise<Opened> {
  let failure: unknown;
  for (const address of addresses.slice(0, MAX_PROXY_ATTEMPTS)) {
    const { text, bytes } = address;
    try {
      const socket = await through({ kind: 'address', name: text, bytes }, port, signal);
      return { socket, family: familyOf(address) };
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

function familyOf({ bytes }: Checked): AddressFamily {
  return bytes.length === 4 ? 4 : 6;
}

/** The addresses of a family, and the others. */
function byFamily(addresses: readonly Checked[], family: AddressFamily): [Checked[], Checked[]] {
  return [true, false].map((isOwn) =>
    addresses.filter((one) => (familyOf(one) === family) === isOwn),
  ) as [Checked[], Checked[]];
}

/** Alternates address families, so that a broken one costs one attempt and not eight. */
function alternate(addresses: readonly Checked[]): Checked[] {
  const [these, others] = byFamily(addresses, familyOf(addresses[0] as Checked));
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
  readonly from: string | undefined;
  readonly deadlineMs: number;
}): Promise<Opened> {
  const { port, clock, signal, from } = options;
  return new Promise((resolve, reject) => {
    const waiting = [...options.addresses];
    const attempts = new Set<Socket>();
    let callOffNext: () => void = () => undefined;
    const callOffDeadline = clock.after(options.deadlineMs, () => fail(new AppError('timeout')));
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

    function succeed(socket: Socket, family: AddressFamily): void {
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
