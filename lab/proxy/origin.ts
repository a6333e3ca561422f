// The lab's origin server: reads the requests of a connection, asks the platform of their host, and sends its response.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerAlone, sendFaulty } from '../faults/apply-fault.ts';
import type { Faults } from '../faults/fault-rules.ts';
import type { MediaLibrary } from '../media/media.ts';
import type { LabAnswer, LabPlatform } from '../platform.ts';
import { contentOf } from './content.ts';
import type { Exchange } from './exchange.ts';
import { matchesHost } from './hosts.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { planReply, sendReply } from './serve-file.ts';

const LARGEST_BODY_BYTES = 8 * 1024 * 1024;

/** The target of a connection's tunnel; nothing for plain http, whose requests name their host themselves. */
export type Destination = { readonly reset: () => void; readonly client: string } & (
  | { readonly scheme: 'https'; readonly host: string; readonly port: number }
  | { readonly scheme: 'http' }
);

/** Answers the requests of the connections that it is given. */
export type Origin = {
  readonly serve: (connection: Duplex, destination: Destination) => void;
  readonly log: RequestLog;
  readonly close: () => void;
};

/** Creates an origin for these platforms. */
export function createOrigin(parts: {
  readonly platforms: readonly LabPlatform[];
  readonly faults: Faults;
  readonly media: MediaLibrary;
}): Origin {
  const { platforms, faults, media } = parts;
  const destinations = new WeakMap<Duplex, Destination>();
  const log = createRequestLog();
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 });

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const destination = destinations.get(request.socket);
    if (destination === undefined) throw new TypeError('A request on a connection nobody served.');
    answerRequest(request, response, destination).catch((error: unknown) => {
      log.addUnknown(entryOf(request, request.headers.host ?? '', request.url ?? ''), error);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'The lab failed; its list of unknown requests has the reason.');
    });
  });

  async function answerRequest(
    request: IncomingMessage,
    response: ServerResponse,
    destination: Destination,
  ): Promise<void> {
    const url = addressOf(request, destination);
    const host = url.hostname;
    const entry = entryOf(request, host, url.pathname + url.search);
    const { cookie, range = '' } = request.headers;
    log.addSeen({ ...entry, cookies: cookieNames(cookie), range });
    const exchange: Exchange = { request, response, url, reset: destination.reset };
    if (destination.scheme === 'http' && meetsConnectionFault(exchange)) return;
    const met = faults.meetRequest(host, url.pathname + url.search);
    if (met !== undefined && answerAlone(exchange, met)) return;
    const platform = platforms.find(({ hosts }) => hosts.some((each) => matchesHost(host, each)));
    if (destination.scheme === 'https' && destination.host !== host) {
      log.addUnknown(entry, `The tunnel leads to ${destination.host}.`);
      return sendText(response, 421, 'The request names another host than its tunnel.');
    }
    const answer = await ask(platform, request, url, destination.client);
    if (response.destroyed) return;
    if (answer === null) {
      log.addUnknown(entry);
      return sendText(response, 501, 'The lab does not know this request.');
    }
    const content = await contentOf(answer);
    if (met !== undefined) return sendFaulty(exchange, content, met);
    await sendReply(
      response,
      planReply(request.headers, content),
      content,
      request.method !== 'HEAD',
    );
  }

  async function ask(
    platform: LabPlatform | undefined,
    request: IncomingMessage,
    url: URL,
    client: string,
  ): Promise<LabAnswer | null> {
    const body = await readBody(request);
    if (platform === undefined) return null;
    // HEAD gets the headers of the GET response, so that platforms need not handle it.
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
    return platform.answer({ method, url, headers: request.headers, body, client }, media);
  }

  /** Plain http has no CONNECT, so connection faults apply to its requests. */
  function meetsConnectionFault({ response, url, reset }: Exchange): boolean {
    const fault = faults.meetConnection(url.hostname);
    if (fault?.kind === 'refuse') reset();
    if (fault?.kind === 'dnsNx') sendText(response, 502, 'The name does not resolve.');
    return fault?.kind === 'refuse' || fault?.kind === 'dnsNx' || fault?.kind === 'blackhole';
  }

  return {
    serve: (connection, destination) => {
      destinations.set(connection, destination);
      server.emit('connection', connection);
    },
    log,
    close: () => server.closeAllConnections(),
  };
}

function cookieNames(header = ''): string[] {
  const pairs = header.split(';').filter((pair) => pair.trim() !== '');
  return pairs.map((pair) => pair.split('=', 1)[0]?.trim() ?? '');
}

function entryOf(request: IncomingMessage, host: string, path: string) {
  return { method: request.method ?? 'GET', host, path };
}

function addressOf(request: IncomingMessage, destination: Destination): URL {
  const target = request.url ?? '/';
  if (destination.scheme === 'http') return new URL(target);
  const { host, port } = destination;
  return new URL(`https://${request.headers.host ?? `${host}:${port}`}${target}`);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST_BODY_BYTES) throw new TypeError('The request is larger than expected.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', 'content-length': text.length });
  response.end(text);
}
