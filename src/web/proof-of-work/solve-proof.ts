// The proof of work that the server asks for: numbers are tried in short turns, so that the page never stands still.
import type { ChallengeAnswer, NoticeRequest } from '../../shared/takedown-api.ts';
import { createHasher } from './challenge-hash.ts';

/** What is sent with a notice or a password. */
export type Proof = NoticeRequest['proof'];

/** How long the page is kept busy at a time; half the time of a picture on a screen. */
const TURN_MS = 8;
/** Numbers between two looks at the clock. */
const STRIDE = 256;
/** More bits than one could wait for; a server of ours asks for far fewer. */
const MAX_DIFFICULTY = 30;
const MAX_DIGITS = 16;

/** Finds the number; rejects with the reason of the signal once that is aborted. */
export async function solveProof(
  { challenge, difficulty }: Pick<ChallengeAnswer, 'challenge' | 'difficulty'>,
  signal?: AbortSignal,
): Promise<Proof> {
  if (difficulty > MAX_DIFFICULTY) throw new TypeError(`${difficulty} bits are too many`);
  const { firstBitsOf } = createHasher(challenge, MAX_DIGITS);
  let number = 0;
  for (;;) {
    const until = performance.now() + TURN_MS;
    do {
      const end = number + STRIDE;
      for (; number < end; number += 1) {
        const nonce = String(number);
        if (Math.clz32(firstBitsOf(nonce)) >= difficulty) return { challenge, nonce };
      }
    } while (performance.now() < until);
    await otherWork();
    signal?.throwIfAborted();
  }
}

/** Lets the browser draw and answer. A timer would be slowed down in a tab that is not in front. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
