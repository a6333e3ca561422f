// Those who have nothing to do with an attack: visitors who download and trim, and a probe that asks whether the server is alive.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { visit } from '../visitor.ts';

/** Each some ten seconds long. */
const ITEMS = [
  'labMain_001',
  'labShort001',
  'labSync_001',
  'labEnded001',
  'labHls__001',
  'labDubs_001',
];
const WISHES = [
  { format: 'mp4', quality: 'high' },
  { format: 'mp4', quality: 'medium' },
  { format: 'mp4', quality: 'low' },
  { format: 'mp3', quality: 'high' },
  { format: 'mp3', quality: 'low' },
] as const;

/** So many turns have a file that is not stored yet. */
export const FRESH_TURNS = ITEMS.length * WISHES.length;

/** What a visitor waited for, in milliseconds: a file; of a video a part that is copied, and one that is encoded. */
export type Waited = {
  readonly download: number;
  readonly trim: number | null;
  readonly exactTrim: number | null;
};

/** A stored file: when it was made, in milliseconds of `performance.now()`, and whether it has been removed. */
export type Made = { readonly at: number; readonly isGone: () => Promise<boolean> };

/** Milliseconds of each answer of `/healthz`; infinite for none. */
export async function probe(url: string, forMs: number): Promise<number[]> {
  const worker = new Worker(new URL('./health-worker.ts', import.meta.url), {
    workerData: { url, forMs },
  });
  const [times] = (await once(worker, 'message')) as [number[]];
  return times;
}

/** A visitor with an address of their own. */
export async function bystand(url: string, turn: number): Promise<Waited & { made: Made }> {
  const visitor = visit(url);
  const wish = WISHES[turn % WISHES.length] ?? WISHES[0];
  const item = ITEMS[Math.floor(turn / WISHES.length) % ITEMS.length];
  const link = `https://www.youtube.com/watch?v=${item}`;
  const [download, { job, downloadUrl }] = await timed(async () => {
    const answer = await visitor.download({ url: link, ...wish });
    await visitor.save(answer.downloadUrl);
    return answer;
  });
  const made: Made = {
    at: performance.now(),
    isGone: () =>
      visitor.range(downloadUrl, 0, 0).then(
        () => false,
        (error: Error) => /^(404|410) /.test(error.message),
      ),
  };
  if (wish.format === 'mp3') return { download, trim: null, exactTrim: null, made };
  const start = Math.random() * 5;
  const part = { job, start, end: start + 2 };
  const [trim] = await timed(() => visitor.edit('trim', { ...part, mode: 'keyframe' }));
  const [exactTrim] = await timed(() => visitor.edit('trim', { ...part, mode: 'exact' }));
  return { download, trim, exactTrim, made };
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const startedAt = performance.now();
  const result = await work();
  return [performance.now() - startedAt, result];
}
