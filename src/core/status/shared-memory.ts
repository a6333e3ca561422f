// The memory of the Redis that servers share: whether it forgets keys, or has hardly any room left.

/** What Redis says of its memory. `limitBytes` is null where it has no limit. */
export type SharedMemory = {
  readonly usedBytes: number;
  readonly limitBytes: number | null;
  /** What it does when it is full; `noeviction` refuses writes. */
  readonly policy: string;
  /** Keys that it has forgotten for want of room, since its start. */
  readonly evictedKeys: number;
};

/** What is wrong with it: it forgets keys when it is full, or refuses writes soon. */
export type MemoryTrouble = 'evicts' | 'nearly_full';

const NEARLY_FULL = 0.9;

/** What is wrong, or null. */
export function memoryTrouble({
  usedBytes,
  limitBytes,
  policy,
}: SharedMemory): MemoryTrouble | null {
  if (limitBytes === null) return null;
  if (policy !== 'noeviction') return 'evicts';
  return usedBytes >= NEARLY_FULL * limitBytes ? 'nearly_full' : null;
}
