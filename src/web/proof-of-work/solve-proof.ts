// Solves the server's proof of work in short time slices, so that the page stays responsive.
import type { ChallengeAnswer, NoticeRequest } from '../../shared/api/takedown.ts';
import { createHasher } from './challenge-hash.ts';

/** The solution, sent with a notice or a password. */
export type Proof = NoticeRequest['proof'];

/** The length of a time slice: half a frame at 60 Hz. */
const SLICE_MS = 8;
/** Numbers tried between two reads of the clock. */
const STRIDE = 256;
/** More than could be solved in a reasonable time; this server requires far fewer. */
const MAX_DIFFICULTY = 30;
const MAX_DIGITS = 16;

/** Finds the number. Rejects with the signal's reason when it is aborted. */
export async function solveProof(
  { challenge, difficulty }: Pick<ChallengeAnswer, 'challenge' | 'difficulty'>,
  signal?: AbortSignal,
): Promise<Proof> {
  if (difficulty > MAX_DIFFICULTY) throw new TypeError(`${difficulty} bits are too many`);
  const { firstBitsOf } = createHasher(challenge, MAX_DIGITS);
  let number = 0;
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const end = number + STRIDE;
      for (; number < end; number += 1) {
        const nonce = String(number);
        if (Math.clz32(firstBitsOf(nonce)) >= difficulty) return { challenge, nonce };
      }
    } while (performance.now() < until);
    await yieldToBrowser();
    signal?.throwIfAborted();
  }
}

/** Yields to the browser. Timers would be throttled in background tabs. */
function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
