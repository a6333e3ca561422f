// The loopback proxy of the door: CONNECT and absolute-form http:// and https:// for clients with the token of an open lane,
// nothing else. The user name says for what: "job" for the internet, "pot" for the provider of tokens alone.
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { forward } from './forward.ts';
import { type Count, hashToken, type InnerLane } from './lane.ts';
import { readNetworkError } from './network-error.ts';
import { readAbsolute, readAuthority } from './policy/host.ts';
import { joinSockets } from './tunnel.ts';

/** A listening proxy. `listenOn` serves it on a UNIX socket too, until the returned function is called. */
export type ProxyServer = {
  readonly port: number;
  readonly listenOn: (socketPath: string) => () => void;
  readonly close: () => Promise<void>;
};

const MAX_HEADER_BYTES = 32 * 1024;
const MAX_CLIENTS = 2_048;
const HEADERS_MS = 10_000;
/** Longer than a lane lets its clients' connections be idle. */
const KEEP_ALIVE_MS = 60_000;

// Failures that a client may distinguish; every other is 502.
const STATUS_OF: Partial<Record<ErrorCode, number>> = {
  blocked_target: 403,
  cancelled: 407,
  server_busy: 503,
  timeout: 504,
};

/** Starts the proxy on a free port of 127.0.0.1. `laneOf` finds a lane by the hash of its token, open or not. */
export async function startProxy(options: {
  readonly laneOf: (tokenHash: string) => InnerLane | undefined;
  readonly count: Count;
}): Promise<ProxyServer> {
  const { laneOf, count } = options;
  const clients = new Set<Socket>();
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: 0,
    noDelay: true,
  });
  server.maxConnections = MAX_CLIENTS;

  server.on('connection', (client: Socket) => {
    clients.add(client);
    // Handled for the whole life of a client; its close does the rest.
    client.on('error', () => client.destroy());
    client.on('close', () => clients.delete(client));
  });
  server.on('connect', (request, stream, head) => {
    if (stream instanceof Socket) void tunnel(request, stream, head);
    else stream.destroy();
  });
  server.on('request', (request, response) => void answer(request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    refuse(stream, error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
  });

  function authenticate(request: IncomingMessage): Client | null {
    const { token, user } = readToken(request.headers['proxy-authorization']);
    const lane = token === undefined ? undefined : laneOf(hashToken(token));
    if (lane?.isOpen()) return { lane, isForProvider: user === 'pot' };
    count('refusedAuth');
    return null;
  }

  async function tunnel(request: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    const { lane, isForProvider } = authenticate(request) ?? {};
    if (!lane) return refuse(client, 407);
    if (isForProvider) return refuse(client, 403);
    const target = readAuthority(request.url ?? '');
    if (!target) return refuse(client, 400);
    try {
      const origin = await lane.open(target.host, target.port, untilClosed(client));
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) origin.write(head);
      joinSockets(client, origin, (from) =>
        from === 'client' && !lane.isOpen() ? false : lane.check(origin),
      );
    } catch (error) {
      refuse(client, statusOf(error));
    }
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { lane, isForProvider } = authenticate(incoming) ?? {};
    const target = readAbsolute(incoming.url ?? '');
    if (!lane || !target) return answerWith(outgoing, lane ? 400 : 407);
    try {
      const admit = isForProvider ? lane.admitToProvider : lane.admit;
      await forward({ lane, admit, target, incoming, outgoing });
    } catch (error) {
      answerWith(outgoing, statusOf(readNetworkError(error)));
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    listenOn(socketPath) {
      // Clients of both listeners are handled by the same server.
      const door = createSocketServer((client) => server.emit('connection', client));
      door.maxConnections = MAX_CLIENTS;
      door.listen(socketPath);
      return () => void door.close();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const client of clients) client.destroy();
      }),
  };
}

type Client = { readonly lane: InnerLane; readonly isForProvider: boolean };

function readToken(authorization = ''): { readonly user?: string; readonly token?: string } {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  return /^(?<user>job|pot):(?<token>.+)$/.exec(text)?.groups ?? {};
}

function statusOf(error: unknown): number {
  return (error instanceof AppError ? STATUS_OF[error.code] : undefined) ?? 502;
}

function untilClosed(stream: Socket): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(new AppError('cancelled', { detail: 'the client left' }));
  if (stream.destroyed) abort();
  else stream.once('close', abort);
  return controller.signal;
}

function refuse(stream: Duplex, status: number): void {
  if (!stream.writable) {
    stream.destroy();
    return;
  }
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="door"\r\n' : '';
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${challenge}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    () => stream.destroy(),
  );
}

function answerWith(outgoing: ServerResponse, status: number): void {
  if (outgoing.headersSent || outgoing.destroyed) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(status, {
    connection: 'close',
    'content-length': 0,
    // RFC 9209. An origin cannot send it: its headers of this name are not forwarded.
    'proxy-status': 'door',
    ...(status === 407 && { 'proxy-authenticate': 'Basic realm="door"' }),
  });
  outgoing.end();
}
