// Forwards one request of a lane's client over a kept connection, without headers that reveal the client or a proxy.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { AppError } from '../../shared/errors.ts';
import type { InnerLane } from './lane.ts';
import { budgetSpent } from './lane-meter.ts';
import type { AbsoluteTarget } from './policy/host.ts';

/** The largest body of a request, which is held in memory. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Answers before the answer (1xx), whose bytes no client counts. */
const MAX_INTERIM = 10;

const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

/** The headers to forward, of names and values in turn: none of the hop, none of a proxy, none that `Connection` lists. */
function passingHeaders(raw: readonly string[]): string[] {
  const names = raw.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : ''));
  const listed = names
    .flatMap((name, index) => (name === 'connection' ? (raw[index + 1] ?? '').split(',') : []))
    .map((name) => name.trim().toLowerCase());
  const isDropped = (name: string) =>
    HOP_BY_HOP.has(name) ||
    listed.includes(name) ||
    name.startsWith('proxy-') ||
    name.startsWith('x-forwarded-');
  return raw.filter((_, index) => !isDropped(names[index - (index % 2)] ?? ''));
}

/** A client's request and where it leads; `admit` is the lane's rule for it. */
type Forwarding = {
  readonly lane: InnerLane;
  readonly admit: InnerLane['admit'];
  readonly target: AbsoluteTarget;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
};

/**
 * Forwards a request over a connection that may have carried others, and stays open; once more where that connection was
 * lost before an answer. Rejects when there is no response to forward.
 */
export async function forward(options: Forwarding): Promise<void> {
  const { admit, incoming, lane, outgoing, target } = options;
  try {
    const { signal } = admit(target, incoming.socket);
    const body = await readBody(incoming, signal);
    await sendOnce(options, body).catch((error: unknown) => {
      if (outgoing.headersSent || !isLost(error)) throw error;
      return sendOnce(options, body);
    });
  } catch (error) {
    lane.countRefusal(error);
    throw error;
  }
}

function sendOnce(
  { lane, admit, target, incoming, outgoing }: Forwarding,
  body: Buffer | null,
): Promise<void> {
  const { method, rawHeaders, socket: client } = incoming;
  const { dispatcher, signal } = admit(target, client);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let controller: Dispatcher.DispatchController | null = null;
  let interim = 0;
  const stop = () => {
    reject(new AppError('cancelled', { detail: 'the client or its job has left' }));
    controller?.abort(new AppError('cancelled'));
  };
  const settle = () => {
    signal.removeEventListener('abort', stop);
    outgoing.off('close', stop);
  };
  signal.addEventListener('abort', stop);
  outgoing.on('close', stop);
  const request = {
    origin: target.origin,
    path: target.path,
    method: method as Dispatcher.HttpMethod,
    headers: passingHeaders(rawHeaders),
    body,
  };
  dispatcher.dispatch(request, {
    onRequestStart(started) {
      controller = started;
      // It may have had to wait for a connection.
      if (signal.aborted || outgoing.destroyed) stop();
    },
    onResponseStart(started, status) {
      const { rawHeaders: raw } = started;
      if (status < 200) interim += 1;
      if (interim > MAX_INTERIM)
        started.abort(new AppError('upstream_error', { detail: 'no end of interim answers' }));
      const names = (raw as Buffer[]).map((text) => text.toString('latin1'));
      if (status >= 200) outgoing.writeHead(status, passingHeaders(names));
    },
    onResponseData(started, piece) {
      if (!lane.check(client) || outgoing.write(piece)) return;
      started.pause();
      outgoing.once('drain', () => started.resume());
    },
    onResponseEnd() {
      settle();
      outgoing.end();
      resolve();
    },
    onResponseError(_, error) {
      settle();
      reject(error);
    },
  });
  return promise;
}

/** The whole body, so that it can be sent again; null when the request has none. */
async function readBody(incoming: IncomingMessage, signal: AbortSignal): Promise<Buffer | null> {
  const { headers } = incoming;
  if (!('content-length' in headers) && !('transfer-encoding' in headers)) return null;
  const pieces: Buffer[] = [];
  let bytes = 0;
  const stop = () => incoming.destroy();
  signal.addEventListener('abort', stop);
  try {
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MAX_BODY_BYTES) throw budgetSpent('a longer body than allowed');
      pieces.push(piece);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return Buffer.concat(pieces);
}

/** Whether a connection ended under a request: an origin may close a kept one at the moment it is used. */
function isLost(error: unknown): boolean {
  const { code = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code);
}
