// A visitor's name among the ratings: made from the visitor's id and the server's secret, and worth nothing elsewhere.
import { createHmac } from 'node:crypto';
import { deriveKey } from './secret.ts';

/** Names visitors for ratings alone: the same visitor has the same name, and nobody without the secret can tell whose it is. */
export function createRaterName(secret: Uint8Array): (visitor: string) => string {
  const key = deriveKey(secret, 'rater');
  return (visitor) => createHmac('sha256', key).update(visitor).digest('hex');
}
