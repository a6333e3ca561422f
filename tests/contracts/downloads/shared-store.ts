// A store of downloads in memory, which several servers of one test share.
import { createMemorySignals } from '../../../src/adapters/memory/signals.ts';
import type { Download } from '../../../src/core/downloading/download.ts';
import type { Downloads } from '../../../src/core/downloading/ports.ts';
import type { StoredFile } from '../../../src/core/files/stored-file.ts';
import { createManualClock } from '../../support/run/manual-clock.ts';

/** The time at which a test begins, epoch milliseconds. */
export const NOW = 1_760_000_000_000;

/** What several servers share. */
export function makeShared() {
  const clock = createManualClock(NOW);
  return {
    clock,
    rows: new Map<string, { server: string; download: Download }>(),
    files: new Map<string, StoredFile>(),
    signals: createMemorySignals(clock),
  };
}

/** What the store does besides; set by a test. */
export type Trouble = {
  fails: (() => Error | null) | null;
  waits: (() => Promise<void>) | null;
  readFails: (() => Error | null) | null;
};

/** Creates the store of `server`; it sees the downloads of all. */
export function storeOf(
  { rows }: ReturnType<typeof makeShared>,
  server: string,
  trouble: Trouble,
): Downloads {
  const all = () => [...rows.values()];
  const change = (id: string, isMine: boolean, from: Download['state'], change: object) => {
    const error = trouble.fails?.();
    if (error) throw error;
    const row = rows.get(id);
    if (row?.download.state !== from) return false;
    if (isMine && from === 'open' && row.server !== server) return false;
    rows.set(id, { ...row, download: { ...row.download, ...change } });
    return true;
  };
  const add = async (download: Download) => void rows.set(download.id, { server, download });
  return {
    add,
    async addOnce(download) {
      const isSame = (one: Download) =>
        one.state === 'open' &&
        one.visitor === download.visitor &&
        JSON.stringify([one.link, one.task]) === JSON.stringify([download.link, download.task]);
      if (all().some((row) => isSame(row.download))) return false;
      await add(download);
      return true;
    },
    async get(id) {
      const error = trouble.readFails?.();
      if (error) throw error;
      return rows.get(id)?.download ?? null;
    },
    getMany: async (ids) => ids.flatMap((id) => rows.get(id)?.download ?? []),
    countReady: async (ids) => ids.filter((id) => rows.get(id)?.download.state === 'ready').length,
    ofVisitor: async (visitor) =>
      all()
        .map(({ download }) => download)
        .filter((download) => download.visitor === visitor)
        .reverse(),
    openOf: async (visitor) =>
      all()
        .map(({ download }) => download)
        .filter((download) => download.visitor === visitor && download.state === 'open')
        .reverse(),
    open: async () =>
      all()
        .filter((row) => row.server === server && row.download.state === 'open')
        .map(({ download }) => download),
    openAnywhere: async (most) =>
      all()
        .filter((row) => row.download.state === 'open')
        .map(({ download }) => download)
        .slice(0, most),
    ready: async () =>
      all()
        .filter((row) => row.server === server && row.download.state === 'ready')
        .map(({ download }) => download),
    isFileHeld: async (fileId, exceptId) =>
      all().some(({ download }) => download.fileId === fileId && download.id !== exceptId),
    async change(id, from, changed) {
      await trouble.waits?.();
      return change(id, true, from, changed);
    },
    endAny: async (id, changed) => change(id, false, 'open', changed),
    remove: async (id) => void rows.delete(id),
    async forgetExpired(nowMs) {
      const old = all().filter(
        ({ download: { state, expiresAt } }) =>
          state !== 'open' && expiresAt !== null && expiresAt < nowMs,
      );
      for (const { download } of old) rows.delete(download.id);
      return old.length;
    },
  };
}
