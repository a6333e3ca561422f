// Notices a sound whose packets are all the same, as encoders write silence at a constant rate.
import { crc32 } from 'node:zlib';

const FEWEST = 8;
/** The first ones, and padding, differ. */
const MOST_DIFFERENT = 1 / 8;
const MOST_KEPT = 4096;

/** Packets of a stream: takes the content of each. */
export type PacketContents = {
  readonly add: (packet: Uint8Array) => void;
  readonly areAlike: () => boolean;
};

/** Compares all packets that are added. */
export function comparePackets(): PacketContents {
  const different = new Set<number>();
  let count = 0;
  return {
    add(packet) {
      count += 1;
      if (different.size <= MOST_KEPT) different.add(crc32(packet));
    },
    areAlike: () => different.size <= MOST_KEPT && areAlike(count, different.size),
  };
}

/** Packets that were read of a stream. */
export type SeenPackets = {
  /** Takes a line such as `1,1024,adler32:10000001`; returns whether that is a packet. */
  readonly take: (line: string) => boolean;
  readonly areAlike: () => boolean;
};

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
    areAlike: () => areAlike(hashes.size, new Set(hashes.values()).size),
  };
}

function areAlike(packets: number, different: number): boolean {
  return packets >= FEWEST && different <= packets * MOST_DIFFERENT;
}
