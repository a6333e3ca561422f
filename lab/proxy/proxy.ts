// The lab's front: a forward proxy that ends every tunnel itself and hands what is inside to the origin.
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { Faults } from '../faults/fault-rules.ts';
import type { Authority } from './certificates.ts';
import type { Origin } from './origin.ts';
import { PLAIN, type Shape, shapeConnection } from './shape.ts';

const LONGEST_GOODBYE_MS = 200;

/** A listening proxy. */
export type Proxy = {
  readonly port: number;
  /** Ends what is open, and shapes what comes after. */
  readonly setShape: (shape: Shape) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts the proxy on a free port of 127.0.0.1. */
export async function startProxy(parts: {
  readonly authority: Authority;
  readonly faults: Faults;
  readonly origin: Origin;
}): Promise<Proxy> {
  const { authority, faults, origin } = parts;
  let shape = PLAIN;
  const sockets = new Set<Socket>();
  const stopped = new AbortController();
  const front = createHttpServer();

  front.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (head.length > 0) socket.unshift(head);
    openTunnel(request.url ?? '', socket).catch(() => socket.destroy());
  });

  async function openTunnel(target: string, socket: Socket): Promise<void> {
    const { hostname, port } = new URL(`https://${target}`);
    const host = hostname.replace(/^\[|\]$/g, '');
    const fault = faults.meetConnection(host)?.kind;
    // A client that gives up on a connection is no fault of the lab.
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
    origin.serve(tls, {
      scheme: 'https',
      host,
      port: port === '' ? 443 : Number(port),
      reset: () => socket.resetAndDestroy(),
    });
  }

  function servePlain(socket: Socket): void {
    const shaped = shapeConnection(socket, shape, shape.rttMs);
    shaped.on('error', () => socket.destroy());
    origin.serve(shaped, { scheme: 'http', reset: () => socket.resetAndDestroy() });
  }

  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (first === null) return;
      socket.unshift(first);
      if (first.toString('latin1', 0, 7) === 'CONNECT') front.emit('connection', socket);
      else servePlain(socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(0, '127.0.0.1', resolve);
  });

  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  // A client that watches its idle connections closes its own end too, and only then may it ask again without being
  // caught by a connection that is about to go. One that does not watch looks before it asks.
  const endAll = async () => {
    const closed = [...sockets].map(
      (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    );
    for (const socket of sockets) socket.end();
    await Promise.race([Promise.all(closed), delay(LONGEST_GOODBYE_MS, undefined, { ref: false })]);
    destroyAll();
  };
  return {
    port: (listener.address() as AddressInfo).port,
    setShape: async (next) => {
      shape = next;
      await endAll();
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      stopped.abort();
      destroyAll();
      origin.close();
      await closed;
    },
  };
}
