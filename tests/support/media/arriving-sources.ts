// Sources whose blocks arrive one after the other in a random order, for readers that wait for them.
import { setImmediate } from 'node:timers/promises';
import type { ReadSource } from '../../../src/adapters/ffmpeg/hybrid-mp4/walk-boxes.ts';

const BLOCK_BYTES = 5000;

/** Reads what has arrived, and waits for what has not; `arrive` lets one block after the other arrive, until all have. */
export function arriving(
  sources: readonly Uint8Array[],
  random: () => number,
): { readonly read: ReadSource; readonly arrive: () => Promise<void> } {
  const missing = sources.flatMap(({ length }, source) =>
    Array.from({ length: Math.ceil(length / BLOCK_BYTES) }, (_, block) => `${source}/${block}`),
  );
  const there = new Set<string>();
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  return {
    async read(source, from, to) {
      const bytes = sources[source] ?? new Uint8Array();
      if (from >= bytes.length) return new Uint8Array();
      const block = Math.floor(from / BLOCK_BYTES);
      const name = `${source}/${block}`;
      if (!there.has(name)) {
        const wait = waiting.get(name) ?? Promise.withResolvers<void>();
        waiting.set(name, wait);
        await wait.promise;
      }
      return bytes.subarray(from, Math.min(to, (block + 1) * BLOCK_BYTES));
    },
    async arrive() {
      while (missing.length > 0) {
        const [name = ''] = missing.splice(Math.floor(random() * missing.length), 1);
        there.add(name);
        waiting.get(name)?.resolve();
        await setImmediate();
      }
    },
  };
}
