// Our side: visitors who save their files while they arrive, as soon as the job's progress offers them.
import type { DownloadRequest, ProgressEvent } from '../../src/shared/api/download.ts';
import { assertSize } from '../file-ready.ts';
import { cpuOfTree } from '../processes.ts';
import type { ServerProcess } from '../server-process.ts';
import { type Visitor, visit } from '../visitor.ts';
import { type Arrival, allOf, together } from './arrival.ts';

/** What is downloaded, and how many bytes its sources have; null for a part of them, which may come when it is whole. */
export type Wanted = { readonly request: DownloadRequest; readonly bytes: number | null };
/** Beside its media a file of sound has an index of some size: that of each of its many frames. */
const TOLERANCE = 0.05;
type Early = Pick<NonNullable<ProgressEvent['early']>, 'downloadUrl' | 'bytes'>;

/** One visitor for each file, all at once. The CPU is that until nothing is done for the files any more. Throws AggregateError. */
export async function saveEarly(
  { url, pid }: Pick<ServerProcess, 'url' | 'pid'>,
  wanted: readonly Wanted[],
): Promise<Arrival> {
  const cpuBefore = cpuOfTree(pid);
  const saved = await allOf(wanted.map((one) => saveOne(visit(url), one)));
  await Promise.all(saved.map(({ visitor, id }) => visitor.settled(id)));
  const cpuSeconds = cpuOfTree(pid) - cpuBefore;
  await Promise.all(saved.map(({ visitor, id }) => visitor.forget(id)));
  return together(
    saved.map(({ arrival }) => arrival),
    cpuSeconds,
  );
}

/** Follows the job to its end, as the page does, and saves the file meanwhile. */
async function saveOne(visitor: Visitor, { request, bytes }: Wanted) {
  const startedAt = performance.now();
  const id = await visitor.start(request);
  let body: Promise<Omit<Arrival, 'cpuSeconds'>> | null = null;
  let phase = 'queued';
  for await (const event of visitor.events(id)) {
    phase = event.phase;
    if (!event.early || body) continue;
    if (bytes !== null) assertSize('ours', event.early.bytes, bytes, TOLERANCE);
    body = readBody(visitor, event.early, startedAt);
    // It may be cut before the job ends.
    body.catch(() => undefined);
  }
  const { result } = bytes === null && !body ? await visitor.job(id) : { result: null };
  if (result) body = readBody(visitor, { ...result, bytes: result.receipt.bytes }, startedAt);
  if (!body) throw new Error(`a job ended as ${phase}, and its file was not offered before`);
  const arrival = { ...(await body), cpuSeconds: 0 };
  if (phase !== 'ready') throw new Error(`a job ended as ${phase}, and its file was whole`);
  return { visitor, id, arrival };
}

/** Throws where the body ends before its announced end. */
async function readBody(visitor: Visitor, { downloadUrl, bytes }: Early, startedAt: number) {
  const knownMs = performance.now() - startedAt;
  let firstMs: number | null = null;
  let received = 0;
  try {
    for await (const piece of visitor.pieces(downloadUrl)) {
      firstMs ??= performance.now() - startedAt;
      received += piece.length;
    }
  } catch (error) {
    throw new Error(`a body was cut after ${received} of ${bytes} bytes`, { cause: error });
  }
  const seconds = (performance.now() - startedAt) / 1000;
  if (received !== bytes) throw new Error(`a body had ${received} of ${bytes} bytes`);
  return { knownMs, firstMs, seconds };
}
