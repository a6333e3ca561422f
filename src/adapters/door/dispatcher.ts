// An undici dispatcher over a lane: the lane dials every connection, then TLS is negotiated on it.
import type { Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { AppError } from '../../shared/errors.ts';
import type { Lane } from './door.ts';

/** The trusted authorities of a door. Created once: parsing them takes milliseconds. */
export type LaneTls = { readonly secureContext: SecureContext };

const HANDSHAKE_MS = 10_000;
const HEADERS_MS = 20_000;
const BODY_MS = 30_000;
const KEEP_ALIVE_MS = 25_000;
const MAX_HEADER_BYTES = 32 * 1024;
const CONNECTIONS_PER_ORIGIN = 32;

/** TLS 1.2 or newer with Node's authorities and those of `extraCa` (PEM). */
export function createLaneTls(extraCa?: string): LaneTls {
  const ca = extraCa === undefined ? undefined : [...getCACertificates('default'), extraCa];
  return { secureContext: createSecureContext({ minVersion: 'TLSv1.2', ...(ca && { ca }) }) };
}

/** A dispatcher that refuses requests while its lane is closed, on idle connections too. */
export function createLaneDispatcher(options: {
  readonly connect: Lane['connect'];
  readonly isOpen: () => boolean;
  readonly tls: LaneTls;
}): Dispatcher {
  const { connect, isOpen, tls } = options;
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
    // Undici passes no signal here; the dial has a deadline of its own.
    return connect(hostname, number, new AbortController().signal);
  }

  const agent = new Agent({
    connect: connector,
    allowH2: false,
    pipelining: 1,
    connections: CONNECTIONS_PER_ORIGIN,
    headersTimeout: HEADERS_MS,
    bodyTimeout: BODY_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  return agent.compose((dispatch) => (request, handler) => {
    if (!isOpen()) throw new AppError('cancelled', { detail: 'the lane is shut' });
    return dispatch(request, handler);
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
