// The solution of a challenge as it goes over the wire; with notices, and with passwords of accounts that are being guessed at.
import { z } from 'zod';

/** A challenge and the number that solves it. */
export const proofOfWork = z.strictObject({
  challenge: z.string().max(200),
  nonce: z.string().regex(/^(?:0|[1-9]\d{0,15})$/),
});
