// Notices a sound whose packets are all the same, as encoders write silence at a constant rate.

/** Packets that were read of a stream. */
export type SeenPackets = {
  /** Takes a line such as `1,1024,adler32:10000001`; returns whether that is a packet. */
  readonly take: (line: string) => boolean;
  readonly areAlike: () => boolean;
};

const FEWEST = 8;
/** The first ones, and padding, differ. */
const MOST_DIFFERENT = 1 / 8;

/** Packets of the stream with this index, if there is one. */
export function seePackets(streamIndex: number | null): SeenPackets {
  // Two places of a file may be read from the same one on.
  const hashes = new Map<string, string>();
  return {
    take(line) {
      const [index, time, hash] = line.split(',');
      if (!time || !hash?.startsWith('adler32:')) return false;
      if (Number(index) === streamIndex) hashes.set(time, hash);
      return true;
    },
    areAlike: () =>
      hashes.size >= FEWEST && new Set(hashes.values()).size <= hashes.size * MOST_DIFFERENT,
  };
}
