// What a fleet holds: figures of its servers while it runs, and what must be gone at the end.
import { Redis } from 'ioredis';
import pg from 'pg';
import { openDescriptors } from '../../product/left-behind.ts';
import { processesBelow } from '../../product/process-tree.ts';
import type { Server } from '../../product/server.ts';

/** Memory in MB (RSS), open descriptors, and processes below one server; or that it is away, being started again. */
export function figuresOf(name: string, server: Server): string {
  try {
    const megabytes = (server.memory() / 2 ** 20).toFixed(0);
    const below = processesBelow(server.pid).length;
    return `${name}: ${megabytes} MB, ${openDescriptors(server.pid).length} descriptors, ${below} processes`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `${name}: away`;
    throw error;
  }
}

/** The downloads of all visitors by their state. */
export async function downloadStates(url: string): Promise<Readonly<Record<string, number>>> {
  const rows = await ask(
    url,
    'select state, count(*)::int as number from downloads group by state',
  );
  return Object.fromEntries(rows.map(({ state, number }) => [state, number]));
}

/** Objects that no row of a file names, and rows of files that are offered without an object. */
export async function compareFiles(url: string, objects: readonly string[]) {
  const rows = await ask(url, 'select id, removed_at from files');
  const listed = new Set(rows.map(({ id }) => `files/${id}`));
  const there = new Set(objects);
  return {
    withoutRow: objects.filter((name) => name.startsWith('files/') && !listed.has(name)),
    withoutObject: rows
      .filter(({ id, removed_at }) => removed_at === null && !there.has(`files/${id}`))
      .map(({ id }) => String(id)),
  };
}

/** How many keys there are of each kind, and those that should not be there once no download is open. */
export async function redisKeys(url: string) {
  const client = new Redis(url);
  const kinds: Record<string, number> = {};
  const left: string[] = [];
  for (const key of (await client.keys('*')).sort()) {
    const kind = key.split(':').slice(0, 2).join(':');
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    const isJob = /^keepreel:bull:jobs:r-/.test(key);
    const isWaiting = /^keepreel:bull:jobs:(wait|active|delayed|prioritized|failed|completed)$/;
    // Whatever a server that is gone has put there must go by itself; the queue itself and the members do not.
    const isLasting = /^keepreel:(bull|members)/.test(key);
    const endsByItself = (await client.pttl(key)) > 0;
    if (isJob || isWaiting.test(key) || key === 'keepreel:members' || !(isLasting || endsByItself))
      left.push(key);
  }
  client.disconnect();
  return { kinds, left };
}

async function ask(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
