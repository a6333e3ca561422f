// A client for the lab's own tests: undici through the lab's proxy, trusting the lab's authority only.
import { ProxyAgent, request } from 'undici';
import type { Lab } from '../lab.ts';

/** A complete response. */
export type Received = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/** Sends a request through the lab. Throws undici's errors. */
export type Client = {
  readonly get: (
    url: string,
    options?: { readonly headers?: Record<string, string>; readonly method?: 'GET' | 'HEAD' },
  ) => Promise<Received>;
  readonly close: () => Promise<void>;
};

/** Creates a client with its own connections; a response that takes longer than `timeoutMs` is an error. */
export function clientOf(lab: Pick<Lab, 'proxyUrl' | 'caPem'>, timeoutMs = 10_000): Client {
  const agent = new ProxyAgent({
    uri: lab.proxyUrl,
    requestTls: { ca: lab.caPem },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connections: 1,
  });
  return {
    get: async (url, { headers = {}, method = 'GET' } = {}) => {
      const answer = await request(url, { dispatcher: agent, headers, method });
      const body = Buffer.from(await answer.body.arrayBuffer());
      return { status: answer.statusCode, headers: answer.headers, body };
    },
    close: () => agent.destroy(),
  };
}
