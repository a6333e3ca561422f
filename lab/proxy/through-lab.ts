// A client for the lab's own tests: undici through the lab's proxy, trusting the lab's authority alone.
import { ProxyAgent, request } from 'undici';
import type { Lab } from '../lab.ts';

/** An answer, read whole. */
export type Received = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/** Asks through the lab; throws what undici throws. */
export type Client = {
  readonly get: (
    url: string,
    options?: { readonly headers?: Record<string, string>; readonly method?: 'GET' | 'HEAD' },
  ) => Promise<Received>;
  readonly close: () => Promise<void>;
};

/** A client with connections of its own; what does not come within `timeoutMs` is an error. */
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
