// How many bytes of uploads each network keeps here: counted as they arrive, until the file is gone.
import type { Clock } from '../async/clock.ts';
import type { FileStore } from '../files/ports.ts';
import type { NetworkQuota } from '../limits/network-quota.ts';

/** Counted in steps of this size while they arrive. */
const STEP_BYTES = 1024 * 1024;
/** Files that are gone early are looked for when a visitor is refused, this often at most. */
const LOOK_MS = 5000;

export type StoredUploads = {
  /** Begins an upload that announces `bytes`, 0 if unknown. Throws AppError `too_many_requests`, `server_busy`. */
  readonly begin: (network: string, bytes: number) => Promise<StoredUpload>;
};

export type StoredUpload = {
  /** Passes on what arrives, as far as the network may keep it. Throws as `begin` does. */
  readonly counted: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** It is stored as this file, which expires at `untilMs`. */
  readonly keep: (fileId: string, bytes: number, untilMs: number) => void;
  /** Nothing of it is stored. Does nothing once it is kept. */
  readonly drop: () => void;
};

type Kept = { readonly fileId: string; readonly untilMs: number; readonly release: () => void };

/** Creates the count. */
export function createStoredUploads(needs: {
  readonly quota: NetworkQuota;
  readonly files: Pick<FileStore, 'get'>;
  readonly clock: Pick<Clock, 'now'>;
}): StoredUploads {
  const { quota, files, clock } = needs;
  let kept: readonly Kept[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;

  const releaseWhere = (isGone: (one: Kept) => boolean) => {
    for (const one of kept) if (isGone(one)) one.release();
    kept = kept.filter((one) => !isGone(one));
  };
  const releaseRemoved = async () => {
    if (clock.now() - lookedAt < LOOK_MS) return;
    lookedAt = clock.now();
    const gone = new Set<string>();
    for (const { fileId } of kept) if (!(await files.get(fileId))) gone.add(fileId);
    releaseWhere(({ fileId }) => gone.has(fileId));
  };
  const take = async (network: string, bytes: number): Promise<() => void> => {
    releaseWhere(({ untilMs }) => untilMs <= clock.now());
    try {
      return quota.take(network, bytes);
    } catch {
      await releaseRemoved();
      return quota.take(network, bytes);
    }
  };

  return {
    async begin(network, announced) {
      // What cannot fit is refused before it is sent; nothing is taken for what is only announced.
      const fits = await take(network, announced);
      fits();
      const taken: (() => void)[] = [];
      const drop = () => {
        for (const release of taken.splice(0)) release();
      };
      return {
        async *counted(pieces) {
          let arrived = 0;
          for await (const piece of pieces) {
            arrived += piece.length;
            while (taken.length * STEP_BYTES < arrived) taken.push(await take(network, STEP_BYTES));
            yield piece;
          }
        },
        keep(fileId, bytes, untilMs) {
          drop();
          kept = [...kept, { fileId, untilMs, release: quota.take(network, bytes) }];
        },
        drop,
      };
    },
  };
}
