import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { solveProof } from '../../../tests/support/http/solve-proof.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemoryOnceOnly } from '../memory/once-only.ts';
import { createProofOfWork } from './proof-of-work.ts';

const [secret, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const NOW = Date.UTC(2026, 10, 22);
const make = (difficultyBits = 6, key = secret, clock = createManualClock(NOW)) => {
  const used = createMemoryOnceOnly(clock);
  return { clock, used, proof: createProofOfWork({ secret: key, clock, difficultyBits, used }) };
};
const refused = expect.objectContaining({ code: 'proof_needed' });

describe('the proof of work', () => {
  it('asks for 17 bits, which a phone finds in a second', () => {
    const clock = createManualClock(NOW);
    const proof = createProofOfWork({ secret, clock, used: createMemoryOnceOnly(clock) });
    const { challenge, difficulty, expiresAt } = proof.challenge();
    expect([difficulty, expiresAt - NOW]).toEqual([17, 600_000]);
    expect(challenge).not.toBe(proof.challenge().challenge);
  });

  it('takes a solution once', async () => {
    const { proof } = make();
    const solved = solveProof(proof.challenge());
    await proof.redeem(solved);
    await expect(proof.redeem(solved)).rejects.toThrow(refused);
  });

  it('takes what another process with the same secret asked for', async () => {
    await make().proof.redeem(solveProof(make().proof.challenge()));
  });

  it.each([
    ['another secret', () => make(6, other).proof.challenge()],
    ['an easier time', () => make(0).proof.challenge()],
    ['nobody', () => ({ challenge: 'a', difficulty: 6 })],
  ])('refuses a challenge of %s', async (_name, ask) => {
    await expect(make().proof.redeem(solveProof({ ...ask(), difficulty: 6 }))).rejects.toThrow(
      refused,
    );
  });

  it('refuses an unsolved, an old, and one whose end was moved', async () => {
    const { proof, clock } = make();
    const asked = proof.challenge();
    const unsolved = Array.from({ length: 99 }, (_, n) => String(n)).find(
      (nonce) => (hash('sha256', asked.challenge + nonce, 'buffer')[0] ?? 0) >= 2 ** (8 - 6),
    );
    await expect(proof.redeem({ ...asked, nonce: String(unsolved) })).rejects.toThrow(refused);
    const later = String(NOW + 6_000_000);
    const moved = asked.challenge.replace(String(asked.expiresAt), later);
    await expect(proof.redeem(solveProof({ ...asked, challenge: moved }))).rejects.toThrow(refused);
    const solved = solveProof(asked);
    clock.advance(600_000);
    await expect(proof.redeem(solved)).rejects.toThrow(refused);
  });

  it.each([
    ['spaces', (text: string) => ` ${text}`],
    ['another spelling of the signature', (text: string) => `${text}=`],
    ['a piece of the number in the challenge', (text: string) => `${text}1`],
  ])('is one text and no other: %s', async (_name, spell) => {
    const { proof } = make();
    const asked = proof.challenge();
    await expect(
      proof.redeem(solveProof({ ...asked, challenge: spell(asked.challenge) })),
    ).rejects.toThrow(refused);
  });

  it('is remembered with two hundred thousand others, and not forgotten before it has expired', async () => {
    const { proof, clock, used } = make(0);
    const first = { ...proof.challenge(), nonce: '0' };
    await proof.redeem(first);
    clock.advance(1);
    const until = clock.now() + 600_000;
    for (let n = 1; n < 200_000; n += 1) await used.use(String(n), until);
    const next = { ...proof.challenge(), nonce: '0' };
    await expect(proof.redeem(next)).rejects.toThrow(
      expect.objectContaining({ code: 'server_busy' }),
    );
    await expect(proof.redeem(first)).rejects.toThrow(refused);
    clock.advance(599_999);
    await proof.redeem(next);
  });
});
