// Undici dispatchers whose connections are dialled by this door, with TLS negotiated on them: one for each lane, and one for each
// platform whose connections are kept for the requests of all lanes.
import type { Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { AppError } from '../../shared/errors.ts';
import type { Dial, SteadyFamily } from './dial.ts';
import type { Lane } from './door.ts';
import { readHost } from './policy/host.ts';

/** The trusted authorities of a door. Created once: parsing them takes milliseconds. */
export type LaneTls = {
  readonly secureContext: SecureContext;
  /** PEM; undefined for Node's own. */
  readonly ca: readonly string[] | undefined;
};

const HANDSHAKE_MS = 10_000;
const HEADERS_MS = 20_000;
const BODY_MS = 30_000;
const KEEP_ALIVE_MS = 25_000;
const MAX_HEADER_BYTES = 32 * 1024;
const CONNECTIONS_PER_ORIGIN = 32;
/** How long a kept connection may be idle, and be used before its host is resolved and checked again. */
const KEPT_MS = 90_000;
const KEPT_LIFE_MS = 300_000;
// Those of yt-dlp, so that a platform sees the same client whether yt-dlp's requests are forwarded or tunnelled.
const CIPHERS =
  'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:' +
  '@SECLEVEL=2:ECDH+AESGCM:ECDH+CHACHA20:ECDH+AES:DHE+AES:!aNULL:!eNULL:!aDSS:!SHA1:!AESCCM';

/** TLS 1.2 or newer with Node's authorities and those of `extraCa` (PEM). */
export function createLaneTls(extraCa?: string): LaneTls {
  const ca = extraCa === undefined ? undefined : [...getCACertificates('default'), extraCa];
  const rules = { minVersion: 'TLSv1.2', ciphers: CIPHERS } as const;
  return { ca, secureContext: createSecureContext({ ...rules, ...(ca && { ca }) }) };
}

/** A dispatcher that refuses requests while its lane is closed, on idle connections too. */
export function createLaneDispatcher(options: {
  readonly connect: Lane['connect'];
  readonly isOpen: () => boolean;
  readonly tls: LaneTls;
}): Dispatcher {
  const { connect, isOpen, tls } = options;
  // Undici passes no signal here; the dial has a deadline of its own.
  const agent = createAgent(tls, KEEP_ALIVE_MS, (host, port) =>
    connect(host, port, new AbortController().signal),
  );
  return agent.compose((dispatch) => (request, handler) => {
    if (!isOpen()) throw new AppError('cancelled', { detail: 'the lane is shut' });
    return dispatch(request, handler);
  });
}

/** A dispatcher for hosts on a platform's list. Its connections outlive the requests; whether a request may be sent is up to the caller. */
export function createKeptDispatcher(dial: Dial, steady: SteadyFamily, tls: LaneTls): Dispatcher {
  const connect = async (text: string, port: number) => {
    const host = readHost(text);
    if (!host) throw new AppError('blocked_target', { detail: 'not a host' });
    return dial(host, port, new AbortController().signal, true, steady);
  };
  return createAgent(tls, KEPT_MS, connect);
}

function createAgent(
  tls: LaneTls,
  keepAliveMs: number,
  connect: (host: string, port: number) => Promise<Socket>,
): Agent {
  const secure = buildConnector({
    allowH2: false,
    timeout: HANDSHAKE_MS,
    secureContext: tls.secureContext,
    // Explicit, so that no environment variable can disable it.
    rejectUnauthorized: true,
  });

  const connector: buildConnector.connector = (target, callback) => {
    open(target).then(
      (socket) => {
        if (target.protocol === 'https:') secure({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: unknown) => callback(asError(error), null),
    );
  };

  async function open({ hostname, port, protocol }: buildConnector.Options): Promise<Socket> {
    const number = Number(port || (protocol === 'https:' ? 443 : 80));
    return connect(hostname.replace(/^\[|\]$/g, ''), number);
  }

  return new Agent({
    connect: connector,
    allowH2: false,
    pipelining: 1,
    connections: CONNECTIONS_PER_ORIGIN,
    headersTimeout: HEADERS_MS,
    bodyTimeout: BODY_MS,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    clientTtl: KEPT_LIFE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
