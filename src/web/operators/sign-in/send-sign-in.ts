// Sends the credentials, and again with a proof of work if the server requires one.
import type { SignInRequest } from '../../../shared/api/admin.ts';
import { RequestError, request } from '../../browser/request.ts';
import { solveProof } from '../../proof-of-work/solve-proof.ts';

/** Resolves when the browser is signed in. Throws what `request` throws. */
export async function sendSignIn(typed: Omit<SignInRequest, 'proof'>): Promise<void> {
  try {
    await send(typed);
  } catch (error) {
    const challenge = challengeOf(error);
    if (challenge === null) throw error;
    await send({ ...typed, proof: await solveProof(challenge) });
  }
}

const send = (body: SignInRequest) => request('/api/admin/login', { method: 'POST', body });

function challengeOf(error: unknown) {
  if (!(error instanceof RequestError) || error.answer?.code !== 'proof_needed') return null;
  const { challenge, difficulty } = error.answer.params ?? {};
  if (typeof challenge !== 'string' || typeof difficulty !== 'number') return null;
  return { challenge, difficulty };
}
