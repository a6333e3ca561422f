// Stands before a server and hands its pages on in small pieces, as a slow line does: the browser draws between them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const PIECES = 40;
/** Longer than a frame, so that what has come is drawn. */
const PAUSE_MS = 40;

/** The running stand-in. `origin` has no slash at its end. */
export type SlowPages = { readonly origin: string; readonly close: () => Promise<void> };

/** Sends pages in pieces cut between tags and words, and other files unchanged. */
export async function servePagesSlowly(origin: string): Promise<SlowPages> {
  const handOn = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(origin + request.url);
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    if (!type.includes('text/html')) {
      response.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    for (const piece of piecesOf(await answer.text())) {
      response.write(piece);
      await wait(PAUSE_MS);
    }
    response.end();
  };
  const server = createServer((request, response) => {
    handOn(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A button or a label without its text is too short to arrive in two halves on any line. */
const PARTS = /<(button|label)\b.*?<\/\1>|<[^>]*>|[^<]{1,30}/gs;

/** The head comes at once, for nothing is drawn before it is there. */
function piecesOf(html: string): string[] {
  const body = html.indexOf('<body');
  const parts = html.slice(body).match(PARTS) ?? [];
  const size = Math.ceil(parts.length / PIECES);
  const pieces = Array.from({ length: PIECES }, (_, at) =>
    parts.slice(at * size, (at + 1) * size).join(''),
  );
  return [html.slice(0, body), ...pieces];
}
