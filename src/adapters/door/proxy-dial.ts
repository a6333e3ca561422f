// Opens connections through a proxy of the operator's: HTTP, HTTPS or SOCKS 5.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { SocksClient } from 'socks';
import type { Clock } from '../../core/async/clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { Dial, Through } from './dial.ts';
import { type Host, writeAuthority } from './policy/host.ts';

/** A proxy. With `resolvesNames` it is given names; else addresses that were checked here. */
export type ProxyAddress = {
  readonly kind: 'http' | 'https' | 'socks5';
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly resolvesNames: boolean;
};

const CONNECT_MS = 10_000;
const MAX_HEADER_BYTES = 32 * 1024;
const PORTS = { http: 80, https: 443, socks5: 1080 } as const;
const KINDS = {
  'http:': 'http',
  'https:': 'https',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
} as const;

/** URL reads much more, such as `http:user:password@host`, in which a password is easily overlooked. */
const WRITTEN = /^[a-z0-9]+:\/\/(?:[^\s/\\@]*@)?[^\s/\\@]+\/?$/i;

/**
 * Parses `http://`, `https://`, `socks5://` or `socks5h://`, each as `[user:password@]host[:port]`. `socks5h` resolves names. Throws
 * TypeError, without the text, for anything else.
 */
export function readProxyAddress(text: string): ProxyAddress {
  const url = WRITTEN.test(text) && URL.canParse(text) ? new URL(text) : null;
  const kind = url && KINDS[url.protocol as keyof typeof KINDS];
  const isBare = url && ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  if (!kind || !isBare || url.hostname === '')
    throw new TypeError(
      'a proxy must be given as http://, https://, socks5:// or socks5h://[user:password@]host:port, with %40 for an @ in the password',
    );
  return {
    kind,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || PORTS[kind]),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    resolvesNames: url.protocol === 'socks5h:',
  };
}

/**
 * Dials through a proxy that resolves names itself. Refuses all IP addresses: an address could be one of the proxy's own network.
 */
export function createProxyDial(options: {
  readonly through: Through;
  /** Called when an address is refused. */
  readonly onRefused: () => void;
}): Dial {
  const { through, onRefused } = options;
  return (host, port, signal) => {
    signal.throwIfAborted();
    if (host.kind === 'name') return through(host, port, signal);
    onRefused();
    throw new AppError('blocked_target', { detail: 'an address, not a name' });
  };
}

/** How to open connections through `proxy`, over TLS that is verified against `ca` where it is given. */
export function openThrough(
  proxy: ProxyAddress,
  clock: Clock,
  ca?: readonly string[] | undefined,
): Through {
  const open = proxy.kind === 'socks5' ? openSocks : openTunnel;
  return (target, port, signal) =>
    new Promise((resolve, reject) => {
      const ending = new AbortController();
      const settle = () => {
        callOffDeadline();
        signal.removeEventListener('abort', abort);
      };
      const fail = (reason: unknown) => {
        settle();
        ending.abort();
        reject(reason);
      };
      const callOffDeadline = clock.after(CONNECT_MS, () => fail(new AppError('timeout')));
      const abort = () => fail(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      open(proxy, target, port, { signal: ending.signal, ca }).then((socket) => {
        // As in dial.ts: no error event of a socket may be unhandled.
        socket.on('error', () => undefined);
        if (ending.signal.aborted) return socket.destroy();
        settle();
        socket.setNoDelay(true);
        resolve(socket);
      }, fail);
    });
}

type HowToOpen = { readonly signal: AbortSignal; readonly ca: readonly string[] | undefined };

function openTunnel(
  proxy: ProxyAddress,
  target: Host,
  port: number,
  { signal, ca }: HowToOpen,
): Promise<Socket> {
  const { kind, host, user, password } = proxy;
  const authority = writeAuthority(target, port);
  const request = kind === 'https' ? requestHttps : requestHttp;
  const word = Buffer.from(`${user}:${password}`).toString('base64');
  return new Promise((resolve, reject) => {
    const connecting = request({
      method: 'CONNECT',
      host,
      port: proxy.port,
      path: authority,
      agent: false,
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
      ...(kind === 'https' && { minVersion: 'TLSv1.2', rejectUnauthorized: true }),
      ...(kind === 'https' && ca && { ca: [...ca] }),
      headers: {
        host: authority,
        ...((user !== '' || password !== '') && { 'proxy-authorization': `Basic ${word}` }),
      },
    });
    connecting.on('connect', (response, socket: Socket, head) => {
      if (response.statusCode === undefined || response.statusCode >= 300) {
        socket.on('error', () => undefined);
        socket.destroy();
        reject(refusalOf(response.statusCode));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    connecting.on('response', (response) => {
      connecting.destroy();
      reject(refusalOf(response.statusCode));
    });
    connecting.on('error', (cause) => reject(new AppError('origin_unreachable', { cause })));
    connecting.end();
  });
}

async function openSocks(
  { host, port, user, password }: ProxyAddress,
  target: Host,
  targetPort: number,
): Promise<Socket> {
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: {
        host,
        port,
        type: 5,
        ...((user !== '' || password !== '') && { userId: user, password }),
      },
      command: 'connect',
      destination: { host: target.name, port: targetPort },
      timeout: CONNECT_MS,
    });
    return socket;
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : '';
    // Of RFC 1928: by its rules.
    if (/NotAllowed/.test(text))
      throw new AppError('blocked_target', { cause, detail: 'the proxy refused it' });
    throw new AppError(/timed out/i.test(text) ? 'timeout' : 'origin_unreachable', { cause });
  }
}

function refusalOf(status = 0): AppError {
  const detail = `the upstream proxy answered ${status}`;
  if (status === 403) return new AppError('blocked_target', { detail });
  return new AppError(status === 504 ? 'timeout' : 'origin_unreachable', { detail });
}
