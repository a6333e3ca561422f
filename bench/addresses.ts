// Memory of the server's process (RSS) after requests from very many addresses, and again once it had time to forget them.
import { setTimeout as wait } from 'node:timers/promises';
import type { LabProcess } from './lab-process.ts';
import type { Options } from './options.ts';
import { memoryOf } from './processes.ts';
import { startServerProcess } from './server-process.ts';

const ADDRESSES = 50_000;
const AT_ONCE = 64;
const SETTLE_MS = 5000;
const LINK = 'https://www.youtube.com/watch?v=labMain_001';

/** In MB. `codes` is how often each status was answered. */
export type AddressesFigures = {
  readonly addresses: number;
  readonly idleMb: number;
  readonly afterMb: number;
  readonly minutes: number;
  readonly laterMb: number;
  readonly codes: Readonly<Record<string, number>>;
  readonly requestsPerSecond: number;
};

/** One request each, in turn a kept inspection, a platform, a page and a job that is not there; then silence. */
export async function measureAddresses(
  lab: LabProcess,
  { minutes }: Pick<Options, 'minutes'>,
): Promise<AddressesFigures> {
  const server = await startServerProcess(lab);
  const ask = async (n: number): Promise<number> => {
    const { path, body } = requestOf(n);
    const response = await fetch(new URL(path, server.url), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(n) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  try {
    await ask(0);
    await wait(SETTLE_MS);
    const idleMb = memoryOf(server.pid);
    const startedAt = performance.now();
    const codes: Record<string, number> = {};
    let next = 1;
    const visitor = async () => {
      for (let n = next; n <= ADDRESSES; n = next) {
        next += 1;
        const status = await ask(n);
        codes[status] = (codes[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, visitor));
    const requestsPerSecond = (ADDRESSES * 1000) / (performance.now() - startedAt);
    const afterMb = memoryOf(server.pid);
    await wait(minutes * 60_000);
    const laterMb = memoryOf(server.pid);
    return { addresses: ADDRESSES, idleMb, afterMb, minutes, laterMb, codes, requestsPerSecond };
  } finally {
    await server.close();
  }
}

function requestOf(n: number): { readonly path: string; readonly body?: object } {
  const kinds = [
    { path: '/api/inspect', body: { url: LINK } },
    { path: '/api/detect-platform', body: { url: LINK } },
    { path: '/about' },
    { path: '/api/jobs/none' },
  ];
  return kinds[n % kinds.length] ?? { path: '/' };
}

/** Every other one is an IPv6 address of a /48 of its own. */
function addressOf(n: number): string {
  const [high, low] = [n >> 8, n & 255];
  return n % 2 === 0 ? `198.${18 + (high >> 8)}.${high & 255}.${low}` : `2001:${n.toString(16)}::1`;
}
