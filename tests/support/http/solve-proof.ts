// Solves the small calculation of a form as a browser does; for every test that sends one.
import { hash } from 'node:crypto';

/** The lowest number whose hash begins with that many zero bits, as the form sends it. */
export function solveProof({ challenge, difficulty }: { challenge: string; difficulty: number }): {
  readonly challenge: string;
  readonly nonce: string;
} {
  for (let tried = 0; ; tried += 1) {
    const nonce = String(tried);
    const digest = hash('sha256', challenge + nonce, 'buffer');
    if (digest.readUIntBE(0, 6) < 2 ** (48 - difficulty)) return { challenge, nonce };
  }
}
