// Reads what Redis says of its memory, without the right to read its settings.
import type { Redis } from 'ioredis';
import type { SharedMemory } from '../../core/status/shared-memory.ts';

const MAX_POLICY_LENGTH = 40;

/** Throws where Redis cannot be reached. */
export async function readMemory(client: Pick<Redis, 'info'>): Promise<SharedMemory> {
  const info = `${await client.info('memory')}\n${await client.info('stats')}`;
  const values = new Map(info.split('\n').map((line) => splitLine(line.trim())));
  const figureOf = (name: string) => {
    const figure = Number(values.get(name) ?? 0);
    // What is no count would make the answers that name it invalid.
    return Number.isSafeInteger(figure) && figure >= 0 ? figure : 0;
  };
  return {
    usedBytes: figureOf('used_memory'),
    limitBytes: figureOf('maxmemory') || null,
    policy: (values.get('maxmemory_policy') ?? 'noeviction').slice(0, MAX_POLICY_LENGTH),
    evictedKeys: figureOf('evicted_keys'),
  };
}

function splitLine(line: string): readonly [string, string] {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1)];
}
