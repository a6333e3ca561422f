// Names of visitors for counting alone: each is good for one video and day, or for one item and week, and leads nowhere else.
import { createHmac } from 'node:crypto';
import type { PopularNames } from '../../core/trending/ports.ts';
import { deriveKey } from './secret.ts';

/** Names a visitor for one trending video on one day (epoch milliseconds). */
export function createViewMarks(
  secret: Uint8Array,
): (visitor: string, videoId: string, day: number) => string {
  const key = deriveKey(secret, 'trending view');
  return (visitor, videoId, day) => hmac(key, JSON.stringify([visitor, videoId, day]));
}

/**
 * Names items, and visitors for one item, under the key of a week. The server's secret is part of it: the database alone,
 * which holds that key until the week is over, does not let anybody try out links.
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
