// The downloads in the queue, of all processes: a hash in Redis, by job and download. It can be lost at any moment: each process puts
// its own back.
import type { Redis } from 'ioredis';
import type { Member, Sealing } from './job-messages.ts';

const TABLE = 'keepreel:members';

/** The table of all processes. Its methods reject while Redis is unavailable. */
export type MemberTable = {
  readonly put: (members: readonly Member[]) => Promise<void>;
  /** Those of these that are not in the table. */
  readonly missing: (members: readonly Member[]) => Promise<readonly Member[]>;
  /** All that this server's key opens. */
  readonly all: () => Promise<Member[]>;
  readonly remove: (member: Pick<Member, 'key' | 'downloadId'>) => Promise<void>;
  /** Removes all that are there with this key. */
  readonly removeJob: (key: string) => Promise<void>;
};

/** Creates the table on a connection; what other keys sealed is skipped. */
export function createMemberTable(client: Redis, sealing: Sealing): MemberTable {
  /** What was read last, by its sealed text. */
  let opened = new Map<string, Member>();
  const markOf = (key: string) => sealing.mark(key, TABLE);
  const fieldOf = ({ key, downloadId }: Pick<Member, 'key' | 'downloadId'>) =>
    `${markOf(key)} ${downloadId}`;
  const open = (field: string, sealed: string): Member | null => {
    const text = sealing.open(sealed, field);
    return text === null ? null : (JSON.parse(text) as Member);
  };
  return {
    async put(members) {
      const fields = members.flatMap((member) => {
        const field = fieldOf(member);
        return [field, sealing.seal(JSON.stringify(member), field)];
      });
      if (fields.length > 0) await client.hset(TABLE, ...fields);
    },
    async missing(members) {
      if (members.length === 0) return [];
      const found = await client.hmget(TABLE, ...members.map(fieldOf));
      return members.filter((_, index) => found[index] === null);
    },
    async all() {
      const read = new Map<string, Member>();
      for (const [field, sealed] of Object.entries(await client.hgetall(TABLE))) {
        const member = opened.get(sealed) ?? open(field, sealed);
        if (member) read.set(sealed, member);
      }
      opened = read;
      return [...read.values()];
    },
    async remove(member) {
      await client.hdel(TABLE, fieldOf(member));
    },
    async removeJob(key) {
      const start = `${markOf(key)} `;
      const fields = (await client.hkeys(TABLE)).filter((field) => field.startsWith(start));
      if (fields.length > 0) await client.hdel(TABLE, ...fields);
    },
  };
}
