// Asks whether the server is alive, in a thread of its own: the attackers keep the other one busy.
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 50;
const { url, forMs } = workerData as { readonly url: string; readonly forMs: number };
// This side loads what it needs for requests with the first of them.
await (await fetch(`${url}/healthz`)).arrayBuffer();
const end = performance.now() + forMs;
const pending: Promise<number>[] = [];
// Whether or not the last question has been answered.
while (performance.now() < end) {
  const startedAt = performance.now();
  pending.push(
    fetch(`${url}/healthz`)
      .then(async (answer) => {
        await answer.arrayBuffer();
        return answer.ok ? performance.now() - startedAt : Number.POSITIVE_INFINITY;
      })
      .catch(() => Number.POSITIVE_INFINITY),
  );
  await wait(EVERY_MS);
}
parentPort?.postMessage(await Promise.all(pending));
