// A visitor's pseudonym among the ratings, made from the visitor's id and the server's secret.
import { createHmac } from 'node:crypto';
import { deriveKey } from './secret.ts';

/** Pseudonyms for ratings only: stable per visitor, and untraceable without the secret. */
export function createRaterName(secret: Uint8Array): (visitor: string) => string {
  const key = deriveKey(secret, 'rater');
  return (visitor) => createHmac('sha256', key).update(visitor).digest('hex');
}
