// The way to the operator's providers of PO tokens: one origin each, which may be in the operator's own network.
import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';
import type { LaneTls } from './dispatcher.ts';

/** A provider of tokens. Only requests of its plugin are admitted to it (`InnerLane.admitToProvider`). */
export type TokenProvider = {
  /** As `AbsoluteTarget.origin`. */
  readonly origin: string;
  readonly isAt: (host: string, port: number) => boolean;
  readonly dispatcher: Dispatcher;
};

const CONNECT_MS = 5_000;
/** A token may take its provider as long as its plugin waits. */
const ANSWER_MS = 20_000;
const CONNECTIONS = 8;

/** The providers of a door: that of the setup in use, of those that are tried, and of those before. */
export type TokenProviders = {
  /** The one of an origin. Opens no connection yet. */
  readonly open: (origin: string) => TokenProvider;
  /** Whether one of them listens there. */
  readonly hasOneAt: (host: string, port: number) => boolean;
  readonly close: () => Promise<void>;
};

/** Creates them; none is open. */
export function createTokenProviders(tls: LaneTls): TokenProviders {
  const opened = new Map<string, TokenProvider>();
  return {
    open(origin) {
      const found = opened.get(origin) ?? createTokenProvider(origin, tls);
      opened.set(origin, found);
      return found;
    },
    hasOneAt: (host, port) => [...opened.values()].some(({ isAt }) => isAt(host, port)),
    async close() {
      await Promise.all([...opened.values()].map(({ dispatcher }) => dispatcher.destroy()));
    },
  };
}

function createTokenProvider(address: string, { ca }: LaneTls): TokenProvider {
  const { hostname, origin, port, protocol } = new URL(address);
  const name = hostname.replace(/^\[|\]$/g, '');
  const usedPort = Number(port || (protocol === 'https:' ? 443 : 80));
  return {
    origin,
    isAt: (host, asked) => host === name && asked === usedPort,
    dispatcher: new Agent({
      connect: { timeout: CONNECT_MS, ...(ca && { ca: [...ca] }) },
      allowH2: false,
      connections: CONNECTIONS,
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
      maxHeaderSize: 32 * 1024,
    }),
  };
}

const pong = z.object({ version: z.string().max(40) });
const MAX_PONG_BYTES = 16 * 1024;

/**
 * The version that the provider says it has. Throws an Error with the reason when there is no such answer, which says nothing of what
 * another server in the operator's network answers.
 */
export async function pingTokenProvider(origin: string): Promise<string> {
  const { statusCode, body } = await request(`${origin}/ping`, {
    signal: AbortSignal.timeout(CONNECT_MS),
  });
  const text = await firstOf(body, MAX_PONG_BYTES);
  if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
  try {
    return pong.parse(JSON.parse(text)).version;
  } catch {
    throw new Error('what is there is no provider of tokens');
  }
}

/** The first bytes of a body as a text; the rest is not read. */
async function firstOf(body: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > most) break;
  }
  return Buffer.concat(pieces).toString();
}
