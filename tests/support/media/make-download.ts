// A download in its initial state, for tests that store some.
import type { Download } from '../../../src/core/downloading/download.ts';

/** When it was made, epoch milliseconds. */
export const NOW = 1_760_000_000_000;
/** A link that may be found nowhere. */
export const LINK = 'https://www.youtube.com/watch?v=canaryLink1';

/** An open download of the visitor `aaa…`, but for what is given. */
export function makeDownload(id: string, over: Partial<Download> = {}): Download {
  return {
    id,
    visitor: 'a'.repeat(64),
    state: 'open',
    link: LINK,
    platform: 'youtube',
    task: {
      kind: 'link',
      pointsAt: 2,
      choice: {
        itemId: 'canaryItem',
        span: null,
        container: 'mp4',
        picture: { kind: 'quality', quality: 'high' },
        sound: { kind: 'original' },
      },
    },
    title: null,
    fileName: null,
    fileId: null,
    origin: null,
    failure: null,
    attempt: 1,
    shareVersion: 0,
    isShared: false,
    createdAt: NOW,
    expiresAt: null,
    ...over,
  };
}
