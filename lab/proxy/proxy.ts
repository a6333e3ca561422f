// The lab's forward proxy: terminates every tunnel and passes the requests in it to the origin.
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
} from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Faults } from '../faults/fault-rules.ts';
import type { Authority } from './certificates.ts';
import type { Origin } from './origin.ts';
import { PLAIN, type Shape, shapeConnection } from './shape.ts';

const CLOSE_TIMEOUT_MS = 200;

/** A listening proxy. */
export type Proxy = {
  readonly port: number;
  /** Closes all connections and shapes new ones. */
  readonly setShape: (shape: Shape) => Promise<void>;
  /** All bytes that were sent to clients, those of TLS and HTTP included. */
  readonly sentBytes: () => number;
  readonly close: () => Promise<void>;
};

type State = {
  readonly authority: Authority;
  readonly faults: Faults;
  readonly origin: Origin;
  readonly sockets: Set<Socket>;
  readonly stopped: AbortController;
  shape: Shape;
  /** By connections that are closed. */
  sentBytes: number;
};

/** Starts the proxy on a free port of 127.0.0.1. */
export async function startProxy(parts: {
  readonly authority: Authority;
  readonly faults: Faults;
  readonly origin: Origin;
}): Promise<Proxy> {
  const state: State = {
    ...parts,
    sockets: new Set(),
    stopped: new AbortController(),
    shape: PLAIN,
    sentBytes: 0,
  };
  const front = createHttpServer();
  front.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (head.length > 0) socket.unshift(head);
    openTunnel(state, request.url ?? '', socket, clientOf(request)).catch(() => socket.destroy());
  });
  const listener = createServer({ noDelay: true }, (socket) => accept(state, front, socket));
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (listener.address() as AddressInfo).port,
    setShape: async (shape) => {
      state.shape = shape;
      await closeGently(state);
    },
    sentBytes: () =>
      [...state.sockets].reduce((sum, socket) => sum + socket.bytesWritten, state.sentBytes),
    close: async () => {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      state.stopped.abort();
      destroyAll(state);
      state.origin.close();
      await closed;
    },
  };
}

/** Tells tunnels from plain requests by their first bytes. */
function accept(state: State, front: HttpServer, socket: Socket): void {
  const { sockets } = state;
  sockets.add(socket);
  socket.on('close', () => {
    sockets.delete(socket);
    state.sentBytes += socket.bytesWritten;
  });
  socket.on('error', () => socket.destroy());
  socket.once('readable', () => {
    const first: Buffer | null = socket.read();
    if (first === null) return;
    socket.unshift(first);
    if (first.toString('latin1', 0, 7) === 'CONNECT') front.emit('connection', socket);
    else servePlain(state, socket);
  });
}

function servePlain({ origin, shape }: State, socket: Socket): void {
  const shaped = shapeConnection(socket, shape, shape.rttMs);
  shaped.on('error', () => socket.destroy());
  origin.serve(shaped, { scheme: 'http', client: '', reset: () => socket.resetAndDestroy() });
}

/** The user name of a client, which has no meaning but that of an address. */
function clientOf({ headers }: IncomingMessage): string {
  const [, encoded = ''] = (headers['proxy-authorization'] ?? '').split(' ');
  return Buffer.from(encoded, 'base64').toString().split(':', 1)[0] ?? '';
}

async function openTunnel(
  state: State,
  target: string,
  socket: Socket,
  client: string,
): Promise<void> {
  const { authority, faults, shape, stopped } = state;
  const { hostname, port } = new URL(`https://${target}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  const fault = faults.meetConnection(host)?.kind;
  // A client that closes its connection is no error of the lab.
  socket.on('error', () => socket.destroy());
  if (fault === 'blackhole') return;
  // The proxy opens its own connection to the origin first, which takes a round trip.
  if (shape.rttMs > 0) await delay(shape.rttMs, undefined, { signal: stopped.signal });
  if (fault === 'refuse') {
    socket.resetAndDestroy();
    return;
  }
  if (fault === 'dnsNx') {
    socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    return;
  }
  const isExpired = fault === 'tlsExpired';
  const secureContext = await authority.contextFor(host, isExpired);
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (fault === 'tlsStall') {
    socket.resume();
    return;
  }
  const tls = terminateTls(state, socket, secureContext, isExpired);
  state.origin.serve(tls, {
    scheme: 'https',
    client,
    host,
    port: port === '' ? 443 : Number(port),
    reset: () => socket.resetAndDestroy(),
  });
}

function terminateTls(
  { authority, shape }: State,
  socket: Socket,
  secureContext: SecureContext,
  isExpired: boolean,
): TLSSocket {
  const tls = new TLSSocket(shapeConnection(socket, shape), {
    isServer: true,
    secureContext,
    ALPNProtocols: ['http/1.1'],
    SNICallback: (name, done) => {
      authority.contextFor(name, isExpired).then(
        (context) => done(null, context),
        (error: Error) => done(error),
      );
    },
  });
  tls.on('error', () => socket.destroy());
  return tls;
}

/**
 * Ends all connections. A client that watches its idle connections closes its own end in response, so that its next
 * request does not meet a connection that is about to close; other clients check before they send.
 */
async function closeGently(state: State): Promise<void> {
  const { sockets } = state;
  const closed = [...sockets].map(
    (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  );
  for (const socket of sockets) socket.end();
  await Promise.race([Promise.all(closed), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  destroyAll(state);
}

function destroyAll({ sockets }: State): void {
  for (const socket of sockets) socket.destroy();
}
