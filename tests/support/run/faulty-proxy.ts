// An HTTP proxy in front of one server that can be told to misbehave.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Transform } from 'node:stream';

/**
 * What happens to a request: it passes, is answered with a status and an XML body of this code, is never answered, has its
 * answer cut off or stopped after so many bytes of it, or its own body stopped.
 */
export type Fault =
  | 'pass'
  | 'hang'
  | { readonly status: number; readonly code: string }
  | { readonly cutAnswerAfter: number }
  | { readonly stopAnswerAfter: number }
  | { readonly stopRequestAfter: number };

/** The proxy. */
export type FaultyProxy = {
  readonly endpoint: string;
  /** Decides about each request by its method and its path with the query; a request waits for a promise. */
  fault: (method: string, path: string) => Fault | Promise<Fault>;
  /** Every request since the start: method and path. */
  readonly requests: readonly string[];
  /** Bytes of answers that went through. */
  readonly answeredBytes: () => number;
  /** Answers that are under way. */
  readonly open: () => number;
  readonly stop: () => Promise<void>;
};

/** Starts one in front of `target`, passing everything on. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const requests: string[] = [];
  const open = new Set<ServerResponse>();
  let answered = 0;
  const counting = () =>
    new Transform({
      transform(piece: Buffer, _encoding, done) {
        answered += piece.length;
        done(null, piece);
      },
    });
  const server = createServer(async (asked, answer) => {
    const [method = '', path = ''] = [asked.method, asked.url];
    requests.push(`${method} ${path}`);
    open.add(answer);
    answer.once('close', () => open.delete(answer));
    answer.on('error', () => undefined);
    const fault = await proxy.fault(method, path);
    if (fault === 'hang') return;
    if (typeof fault === 'object' && 'status' in fault) {
      asked.resume();
      answer.writeHead(fault.status, { 'content-type': 'application/xml' });
      answer.end(`<?xml version="1.0"?><Error><Code>${fault.code}</Code></Error>`);
      return;
    }
    forward(target, asked, answer, fault, counting());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FaultyProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: () => 'pass',
    requests,
    answeredBytes: () => answered,
    open: () => open.size,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return proxy;
}

function forward(
  target: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  fault: Exclude<Fault, 'hang' | { readonly status: number }>,
  counting: Transform,
): void {
  // The signature covers the host that was asked.
  const { method = 'GET', headers, url = '/' } = asked;
  const onward = request(new URL(url, target), { method, headers, agent: false }, (theirs) => {
    answer.writeHead(theirs.statusCode ?? 500, theirs.headers);
    const ends = () => undefined;
    if (typeof fault === 'object' && 'cutAnswerAfter' in fault)
      pipeline(
        theirs,
        counting,
        onlyFirst(fault.cutAnswerAfter, () => answer.destroy()),
        answer,
        ends,
      );
    else if (typeof fault === 'object' && 'stopAnswerAfter' in fault)
      pipeline(theirs, counting, onlyFirst(fault.stopAnswerAfter), answer, ends);
    else pipeline(theirs, counting, answer, ends);
  });
  onward.on('error', () => answer.destroy());
  answer.once('close', () => onward.destroy());
  const ends = () => undefined;
  if (typeof fault === 'object' && 'stopRequestAfter' in fault)
    pipeline(asked, onlyFirst(fault.stopRequestAfter), onward, ends);
  else pipeline(asked, onward, ends);
}

/** Passes on so many bytes, then calls `then` and nothing more. */
function onlyFirst(bytes: number, then: () => void = () => undefined): Transform {
  let left = bytes;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      const part = piece.subarray(0, left);
      left -= part.length;
      if (part.length > 0) this.push(part);
      if (left > 0) done();
      // Time for what was passed on to arrive.
      else setTimeout(then, 50);
    },
  });
}
