// A double of a provider of YouTube's PO tokens; speaks the protocol that plugins of version 1 speak over HTTP.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running provider. `requests` are those so far, with their bodies; `fail` makes every later token an error. */
export type TokenProviderDouble = {
  readonly origin: string;
  readonly requests: readonly { readonly path: string; readonly body: TokenBody | null }[];
  readonly fail: (isFailing: boolean) => void;
  readonly close: () => Promise<void>;
};

/** What a plugin sends. */
type TokenBody = Readonly<Record<string, unknown>>;

const VERSION = '1.2.2';
const LIFE_MS = 6 * 3_600_000;

/** Starts it on a free port of 127.0.0.1. `kind` distinguishes its tokens from those of another. */
export async function startTokenProvider(kind = 'token'): Promise<TokenProviderDouble> {
  const requests: { path: string; body: TokenBody | null }[] = [];
  let isFailing = false;
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = await request.toArray();
    const text = Buffer.concat(pieces).toString();
    const body = text === '' ? null : (JSON.parse(text) as TokenBody);
    requests.push({ path: `${request.method} ${request.url}`, body });
    const [status, said] = answerTo(`${request.method} ${request.url}`, body ?? {});
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  }

  function answerTo(what: string, body: TokenBody): [number, object] {
    if (what === 'GET /ping') return [200, { server_uptime: process.uptime(), version: VERSION }];
    if (what !== 'POST /get_pot') return [404, { error: 'no such call' }];
    const old = ['data_sync_id', 'visitor_data'].find((name) => name in body);
    if (old !== undefined)
      return [400, { error: `${old} is deprecated, use content_binding instead` }];
    if (isFailing) return [500, { error: 'the challenge failed' }];
    const contentBinding = String(body['content_binding'] ?? '');
    const expiresAt = new Date(Date.now() + LIFE_MS).toISOString();
    return [200, { contentBinding, poToken: tokenFor(contentBinding, kind), expiresAt }];
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail(to) {
      isFailing = to;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The token of a video or a visitor, as yt-dlp passes it on. */
export function tokenFor(contentBinding: string, kind = 'token'): string {
  const token = Buffer.from(`${kind} of ${contentBinding}`).toString('base64');
  return token.replaceAll('+', '-').replaceAll('/', '_');
}
