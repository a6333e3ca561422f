// Those who have nothing to do with an attack: a probe that asks whether the server is alive, and visitors who download and trim.
import { setTimeout as wait } from 'node:timers/promises';
import { visit } from '../visitor.ts';

const PROBE_EVERY_MS = 50;
/** Ten seconds long. */
const LINK = 'https://www.youtube.com/watch?v=labMain_001';
const WISHES = [
  { format: 'mp4', quality: 'high' },
  { format: 'mp4', quality: 'medium' },
  { format: 'mp3', quality: 'high' },
  { format: 'mp3', quality: 'medium' },
  { format: 'mp3', quality: 'low' },
] as const;

/** What a visitor waited for, in milliseconds: a file, a part of it that is copied, and one that is encoded. */
export type Waited = {
  readonly download: number;
  readonly trim: number;
  readonly exactTrim: number;
};

/** A stored file: where it is, and when it was made, in milliseconds of `performance.now()`. */
export type Made = { readonly path: string; readonly at: number };

/** Asks every 50 ms, whether or not the last question has been answered; milliseconds of each. */
export async function probe(url: string, end: number): Promise<number[]> {
  const pending: Promise<number>[] = [];
  while (performance.now() < end) {
    const startedAt = performance.now();
    pending.push(
      fetch(`${url}/healthz`).then(async (answer) => {
        await answer.arrayBuffer();
        return performance.now() - startedAt;
      }),
    );
    await wait(PROBE_EVERY_MS);
  }
  return Promise.all(pending);
}

/** A visitor with an address of their own; every part is one that is not stored yet. */
export async function bystand(url: string, turn: number): Promise<Waited & { made: Made }> {
  const visitor = visit(url);
  const wish = WISHES[turn % WISHES.length] ?? WISHES[0];
  const start = Math.random() * 7;
  const part = { start, end: start + 2 };
  const [download, { job }] = await timed(async () => {
    const answer = await visitor.download({ url: LINK, ...wish });
    await visitor.save(answer.downloadUrl);
    return answer;
  });
  const [trim, { downloadUrl }] = await timed(() => visitor.edit('trim', { job, ...part }));
  const at = performance.now();
  const isSound = wish.format === 'mp3';
  // Sound is always cut to the sample.
  const [exactTrim] = isSound
    ? [trim]
    : await timed(() => visitor.edit('trim', { job, ...part, mode: 'exact' }));
  return { download, trim, exactTrim, made: { path: downloadUrl, at } };
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const startedAt = performance.now();
  const result = await work();
  return [performance.now() - startedAt, result];
}
