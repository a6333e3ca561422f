// GET /api/search at a steady rate: how long an answer takes, and what the index of each language takes in memory.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLibrary } from '../src/adapters/search/library.ts';
import { QUERIES } from '../tests/fixtures/search/queries.ts';
import type { LabProcess } from './lab-process.ts';
import { startServerProcess } from './server-process.ts';

const PER_SECOND = 50;
const SECONDS = 20;
const AIM_MS = 30;
const AIM_BYTES = 300_000;

/** Times of the answers, and bytes of each language's index. */
export type SearchFigures = {
  readonly queries: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly aimMs: number;
  readonly indexBytes: Readonly<Record<string, number>>;
  readonly aimBytes: number;
};

/** Asks every query of the table in turn, each from an address of its own, whether or not the one before has been answered. */
export async function measureSearch(lab: LabProcess): Promise<SearchFigures> {
  const indexBytes = await measureIndexes();
  const server = await startServerProcess(lab);
  const ask = async (n: number): Promise<number> => {
    const { query, language } = QUERIES[n % QUERIES.length] ?? { query: '', language: 'en' };
    const address = `198.18.${n >> 8}.${n & 255}`;
    const startedAt = performance.now();
    const response = await fetch(
      `${server.url}/api/search?${new URLSearchParams({ q: query, language })}`,
      { headers: { 'x-forwarded-for': address } },
    );
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${query} was answered with ${response.status}`);
    return performance.now() - startedAt;
  };
  try {
    // A first round opens the index of each language.
    for (const n of QUERIES.keys()) await ask(n);
    const asked: Promise<number>[] = [];
    for (let n = 0; n < PER_SECOND * SECONDS; n += 1) {
      asked.push(ask(n));
      await wait(1000 / PER_SECOND);
    }
    const times = (await Promise.all(asked)).sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
    return {
      queries: times.length,
      perSecond: PER_SECOND,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      aimMs: AIM_MS,
      indexBytes,
      aimBytes: AIM_BYTES,
    };
  } finally {
    await server.close();
  }
}

/** What the heap and the buffers of this process grow by when the index of a language is opened. */
async function measureIndexes(): Promise<Record<string, number>> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = () => {
    for (let times = 0; times < 4; times += 1) collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const library = createLibrary(path.resolve(import.meta.dirname, '../dist/web/search'));
  // One is opened before, for the code that this loads.
  await library.open('en');
  const bytes: Record<string, number> = {};
  const kept: unknown[] = [];
  const others = createLibrary(path.resolve(import.meta.dirname, '../dist/web/search'));
  for (const code of new Set(QUERIES.map(({ language }) => language))) {
    const before = used();
    kept.push(await others.open(code));
    bytes[code] = used() - before;
  }
  if (kept.some((one) => one === null)) throw new Error('a language has no index');
  return bytes;
}
