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

/** The version that the provider says it has. Throws an Error with the reason when there is no such answer. */
export async function pingTokenProvider(origin: string): Promise<string> {
  const { statusCode, body } = await request(`${origin}/ping`, {
    signal: AbortSignal.timeout(CONNECT_MS),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
  return pong.parse(JSON.parse(text)).version;
}
