// Values that the processes with one Redis keep for each other, encrypted, under opaque names.
import type { Redis } from 'ioredis';
import type { SharedValues } from '../../core/async/shared-values.ts';

/** What the values need. `hide` makes opaque names; `open` returns null for what `seal` did not make. */
export type SharedValuesNeeds = {
  readonly client: Redis;
  readonly hide: (name: string) => string;
  readonly sealing: {
    readonly seal: (text: string, place: string) => string;
    readonly open: (sealed: string, place: string) => string | null;
  };
};

/** Larger values are not kept. */
const MAX_CHARACTERS = 2 * 1024 * 1024;

/** Creates the port. While Redis is unavailable, nothing is kept and nothing is found. */
export function createRedisSharedValues({
  client,
  hide,
  sealing,
}: SharedValuesNeeds): SharedValues {
  const keyOf = (name: string) => `keepreel:value:${hide(name)}`;
  return {
    put(name, value, keepMs) {
      const text = JSON.stringify(value);
      if (keepMs < 1 || text.length > MAX_CHARACTERS) return;
      const sealed = sealing.seal(text, name);
      void client.set(keyOf(name), sealed, 'PX', Math.floor(keepMs)).catch(() => null);
    },
    async get(name) {
      const sealed = await client.get(keyOf(name)).catch(() => null);
      const text = sealed === null ? null : sealing.open(sealed, name);
      return text === null ? null : JSON.parse(text);
    },
  };
}
