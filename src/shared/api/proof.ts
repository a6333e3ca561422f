// The API schema of a proof of work, sent with notices and with sign-ins to accounts under attack.
import { z } from 'zod';

/** A challenge and the number that solves it. */
export const proofOfWork = z.strictObject({
  challenge: z.string().max(200),
  nonce: z.string().regex(/^(?:0|[1-9]\d{0,15})$/),
});
