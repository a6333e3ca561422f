// Applies a response fault to a request.
import type { Content } from '../proxy/content.ts';
import type { Exchange } from '../proxy/exchange.ts';
import { planReply, type Reply, sendHead, sendReply } from '../proxy/serve-file.ts';
import type { Met } from './fault-rules.ts';
import type { RequestFault } from './faults.ts';
import { faultyBody } from './faulty-body.ts';
import { gzippedZeros } from './gzip-bomb.ts';

const NOT_A_VIDEO =
  '<!doctype html><title>Please wait</title><p>This page is not the video you asked for.</p>';
const FLOOD_LINE_BYTES = 4096;

/** Answers a request whose fault does not need the platform's content; false when the platform must answer first. */
export function answerAlone({ response, url }: Exchange, { fault, met }: Met): boolean {
  const text = (
    status: number,
    type: string,
    body: string,
    headers: Record<string, string> = {},
  ) => {
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      ...headers,
    });
    response.end(body);
    return true;
  };
  switch (fault.kind) {
    case 'status':
      return text(fault.status, 'text/plain', `status ${fault.status}\n`, fault.headers);
    case 'forbiddenAfter':
      return met >= fault.requests && text(403, 'text/plain', 'forbidden\n');
    case 'html':
      return text(200, 'text/html; charset=utf-8', NOT_A_VIDEO);
    case 'redirect':
      return text(302, 'text/plain', '', { location: fault.to });
    case 'redirectLoop': {
      const next = new URL(url);
      next.searchParams.set('loop', String(Number(next.searchParams.get('loop') ?? 0) + 1));
      return text(302, 'text/plain', '', { location: next.href });
    }
    case 'hang':
      return true;
    case 'badChunk':
      response.socket?.end(
        'HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nright\r\nnot a length\r\n',
      );
      return true;
    case 'gzipBomb': {
      const body = gzippedZeros(fault.bytes);
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        'content-length': body.length,
      });
      response.end(body);
      return true;
    }
    default:
      return false;
  }
}

/** Sends the platform's content with the fault in it. */
export async function sendFaulty(exchange: Exchange, content: Content, met: Met): Promise<void> {
  const { request, response } = exchange;
  const { fault } = met;
  const faulty = faultyContent(content, met);
  const isConditional = request.headers['if-range'] !== undefined;
  const ignoresRange =
    fault.kind === 'ignoreRange' ||
    fault.kind === 'noLength' ||
    (fault.kind === 'ignoreIfRange' && isConditional);
  const { range: _range, ...others } = request.headers;
  const reply = faultyReply(
    planReply(ignoresRange ? others : request.headers, faulty),
    faulty,
    fault,
  );
  const hasBody = request.method !== 'HEAD';
  const body = hasBody ? faultyBody(met) : undefined;
  if (body === undefined) return sendReply(response, reply, faulty, hasBody);
  sendHead(response, reply);
  const { start, end } = reply;
  await body({ ...exchange, source: faulty.open(start, end), start, bytes: end - start });
}

function faultyContent(content: Content, { fault, met }: Met): Content {
  switch (fault.kind) {
    case 'cut':
      return { ...content, bytes: Math.floor(content.bytes * fault.atShare) };
    case 'changedValidator': {
      if (met < fault.afterRequests || content.validators === undefined) return content;
      const lastModified = new Date(Date.parse(content.validators.lastModified) + 86_400_000);
      return {
        ...content,
        validators: { etag: '"another-version"', lastModified: lastModified.toUTCString() },
      };
    }
    case 'nodes':
      return contentOfNode(content, met % fault.nodes, fault.others);
    case 'noLength': {
      const { validators: _validators, ...page } = content;
      return page;
    }
    default:
      return content;
  }
}

function contentOfNode(
  content: Content,
  node: number,
  others: 'bytes' | 'length' | undefined,
): Content {
  if (content.validators === undefined) return content;
  const etag = `"node-${node}"`;
  const own = { ...content, validators: { ...content.validators, etag } };
  if (node === 0 || others === undefined) return own;
  if (others === 'length') return { ...own, bytes: content.bytes - node };
  const invert = (chunk: Buffer) => chunk.map((byte) => byte ^ 0xff);
  return { ...own, open: (start, end) => content.open(start, end).map(invert) };
}

function faultyReply(reply: Reply, content: Content, fault: RequestFault): Reply {
  switch (fault.kind) {
    case 'noLength':
      return { ...reply, announcedBytes: null };
    case 'wrongLength':
      return { ...reply, announcedBytes: reply.end - reply.start + fault.extraBytes };
    case 'shiftRange': {
      if (reply.status !== 206) return reply;
      const length = reply.end - reply.start;
      const start = Math.max(0, Math.min(reply.start + fault.byBytes, content.bytes - length));
      const contentRange = `bytes ${start}-${start + length - 1}/${content.bytes}`;
      const headers = fault.silent === true ? {} : { 'content-range': contentRange };
      return { ...reply, headers: { ...reply.headers, ...headers }, start, end: start + length };
    }
    case 'earlyRange': {
      if (reply.status !== 206) return reply;
      const start = reply.start - (reply.start % fault.blockBytes);
      const contentRange = `bytes ${start}-${reply.end - 1}/${content.bytes}`;
      const headers = { ...reply.headers, 'content-range': contentRange };
      return { ...reply, headers, start, announcedBytes: reply.end - start };
    }
    case 'headerFlood': {
      const lines = Array.from(
        { length: Math.ceil(fault.bytes / FLOOD_LINE_BYTES) },
        (_, index) => [`x-flood-${index}`, 'x'.repeat(FLOOD_LINE_BYTES)],
      );
      return { ...reply, headers: { ...reply.headers, ...Object.fromEntries(lines) } };
    }
    default:
      return reply;
  }
}
