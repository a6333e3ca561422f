// Pseudonyms for counting: each is valid for one video and day, or one item and week, and cannot be traced back.
import { createHmac } from 'node:crypto';
import type { PopularNames } from '../../core/trending/ports.ts';
import { deriveKey } from './secret.ts';

/** Pseudonym of a visitor for one trending video on one day (epoch milliseconds). */
export function createViewMarks(
  secret: Uint8Array,
): (visitor: string, videoId: string, day: number) => string {
  const key = deriveKey(secret, 'trending view');
  return (visitor, videoId, day) => hmac(key, JSON.stringify([visitor, videoId, day]));
}

/**
 * Pseudonyms of items, and of visitors for one item, under the key of a week. The server's secret is part of them: the
 * database, which holds that key until the week is over, is not enough to test links.
 */
export function createPopularNames(secret: Uint8Array): PopularNames {
  return (weekKey) => {
    const key = deriveKey(secret, `popular ${weekKey}`);
    return {
      nameOf: (itemId) => hmac(key, JSON.stringify([itemId])),
      markOf: (visitor, itemId) => hmac(key, JSON.stringify([itemId, visitor])),
    };
  };
}

function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
