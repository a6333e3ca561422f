// The downloads in the queue, of all processes: a hash in Redis. It can be lost at any moment: each process puts its own back.
import type { Redis } from 'ioredis';
import type { Member } from './job-messages.ts';

const TABLE = 'keepreel:members';

/** Encrypts a member; `open` returns null for what it did not seal. */
export type Sealing = {
  readonly seal: (text: string, place: string) => string;
  readonly open: (sealed: string, place: string) => string | null;
};

/** The table of all processes. Its methods reject while Redis is unavailable. */
export type MemberTable = {
  readonly put: (members: readonly Member[]) => Promise<void>;
  readonly get: (downloadId: string) => Promise<Member | null>;
  /** Those of these downloads that are not in the table. */
  readonly missing: (downloadIds: readonly string[]) => Promise<readonly string[]>;
  /** All that this server's key opens. */
  readonly all: () => Promise<Member[]>;
  readonly remove: (downloadIds: readonly string[]) => Promise<void>;
};

/** Creates the table on a connection; what other keys sealed is skipped. */
export function createMemberTable(client: Redis, sealing: Sealing): MemberTable {
  const opened = (downloadId: string, sealed: string | null): Member | null => {
    const text = sealed === null ? null : sealing.open(sealed, downloadId);
    return text === null ? null : (JSON.parse(text) as Member);
  };
  return {
    async put(members) {
      const fields = members.flatMap((member) => [
        member.downloadId,
        sealing.seal(JSON.stringify(member), member.downloadId),
      ]);
      if (fields.length > 0) await client.hset(TABLE, ...fields);
    },
    get: async (downloadId) => opened(downloadId, await client.hget(TABLE, downloadId)),
    async missing(downloadIds) {
      if (downloadIds.length === 0) return [];
      const found = await client.hmget(TABLE, ...downloadIds);
      return downloadIds.filter((_, index) => found[index] === null);
    },
    async all() {
      const entries = Object.entries(await client.hgetall(TABLE));
      return entries.flatMap(([downloadId, sealed]) => opened(downloadId, sealed) ?? []);
    },
    async remove(downloadIds) {
      if (downloadIds.length > 0) await client.hdel(TABLE, ...downloadIds);
    },
  };
}
