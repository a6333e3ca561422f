// Forwards one plain http:// request over a lane, without headers that reveal the client or a proxy.
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../shared/errors.ts';
import type { InnerLane } from './lane.ts';
import type { AbsoluteTarget } from './policy/host.ts';

const MAX_HEADER_BYTES = 32 * 1024;

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

/** The headers to forward: none of the hop, none of a proxy, none that `Connection` lists. */
function readPassingHeaders(
  message: Pick<IncomingMessage, 'rawHeaders' | 'headers'>,
): [string, string][] {
  const listed = (message.headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const passing: [string, string][] = [];
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    const name = message.rawHeaders[index] ?? '';
    const lower = name.toLowerCase();
    const isDropped =
      HOP_BY_HOP.has(lower) ||
      listed.includes(lower) ||
      lower.startsWith('proxy-') ||
      lower.startsWith('x-forwarded-');
    if (!isDropped) passing.push([name, message.rawHeaders[index + 1] ?? '']);
  }
  return passing;
}

/** Forwards the request and its response. Rejects when there is no response to forward. */
export async function forward(options: {
  readonly lane: InnerLane;
  readonly target: AbsoluteTarget;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { lane, target, incoming, outgoing, signal } = options;
  const socket = await lane.open(target.host, target.port, signal);
  const check = () => {
    if (!lane.check(socket)) outgoing.destroy();
  };
  outgoing.on('close', () => socket.destroy());
  incoming.on('error', () => socket.destroy());
  try {
    const sending = request({
      createConnection: () => socket,
      method: incoming.method,
      path: target.path,
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: [
        'Host',
        target.hostHeader,
        ...readPassingHeaders(incoming).flat(),
        ...(incoming.headers['transfer-encoding'] ? ['Transfer-Encoding', 'chunked'] : []),
        'Connection',
        'close',
      ],
    });
    incoming.on('data', check);
    incoming.pipe(sending);
    const answer = await answerOf(sending);
    outgoing.writeHead(answer.statusCode ?? 502, [
      ...readPassingHeaders(answer).flat(),
      'Connection',
      'close',
    ]);
    answer.on('data', check);
    await pipeline(answer, outgoing);
  } finally {
    socket.destroy();
  }
}

function answerOf(sending: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sending.on('response', resolve);
    // Stays for the life of the request: the client sees a later failure as the end of the body.
    sending.on('error', reject);
    sending.on('close', () => reject(new AppError('origin_unreachable', { detail: 'no answer' })));
  });
}
