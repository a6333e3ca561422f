// Dials through the operator's own proxy (UPSTREAM_PROXY), which also resolves names; replaces dial.ts.
import { request } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../core/async/clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { Dial } from './dial.ts';
import { type Host, writeAuthority } from './policy/host.ts';

/** Address of the operator's proxy; `authorization` is a complete header value. */
export type Upstream = {
  readonly host: string;
  readonly port: number;
  readonly authorization?: string;
};

const CONNECT_MS = 10_000;
const MAX_HEADER_BYTES = 32 * 1024;

/** Parses `http://[user:password@]host:port`. Throws TypeError, without the text, for anything else. */
export function readUpstream(text: string): Upstream {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new TypeError('the upstream proxy must be given as http://[user:password@]host:port');
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  const hasUser = user !== '' || password !== '';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 80),
    ...(hasUser && {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    }),
  };
}

/**
 * Dials with CONNECT, for both ports. Refuses all IP addresses: resolving names is up to the proxy, but an address
 * could be one of its own network.
 */
export function createUpstreamDial(options: {
  readonly upstream: Upstream;
  readonly clock: Clock;
  /** Called when an address is refused. */
  readonly onRefused: () => void;
}): Dial {
  const { upstream, clock, onRefused } = options;
  return (host, port, signal) => {
    signal.throwIfAborted();
    if (host.kind === 'name') return openTunnel({ upstream, clock, host, port, signal });
    onRefused();
    throw new AppError('blocked_target', { detail: 'an address, not a name' });
  };
}

function openTunnel(options: {
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly host: Host;
  readonly port: number;
  readonly signal: AbortSignal;
}): Promise<Socket> {
  const { upstream, clock, host, port, signal } = options;
  return new Promise((resolve, reject) => {
    const authority = writeAuthority(host, port);
    const connecting = request({
      method: 'CONNECT',
      host: upstream.host,
      port: upstream.port,
      path: authority,
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: {
        host: authority,
        ...(upstream.authorization && { 'proxy-authorization': upstream.authorization }),
      },
    });
    const callOffDeadline = clock.after(CONNECT_MS, () => fail(new AppError('timeout')));
    const abort = () => fail(signal.reason);
    signal.addEventListener('abort', abort, { once: true });

    connecting.on('connect', (response, socket: Socket, head) => {
      // As in dial.ts: no error event of a socket may be unhandled.
      socket.on('error', () => undefined);
      if (response.statusCode === undefined || response.statusCode >= 300) {
        socket.destroy();
        fail(refusalOf(response.statusCode));
        return;
      }
      settle();
      socket.setNoDelay(true);
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    connecting.on('response', (response) => fail(refusalOf(response.statusCode)));
    connecting.on('error', (cause) => fail(new AppError('origin_unreachable', { cause })));
    connecting.end();

    function settle(): void {
      callOffDeadline();
      signal.removeEventListener('abort', abort);
    }

    function fail(reason: unknown): void {
      settle();
      connecting.destroy();
      reject(reason);
    }
  });
}

function refusalOf(status = 0): AppError {
  const detail = `the upstream proxy answered ${status}`;
  if (status === 403) return new AppError('blocked_target', { detail });
  return new AppError(status === 504 ? 'timeout' : 'origin_unreachable', { detail });
}
