// Validates the chain of elements of a WebM: ffmpeg silently skips a gap to the next cluster.

// Elements to enter rather than to skip: their sizes are those of their children, or unknown.
const ENTERED = new Set([0x18538067, 0x1f43b675]); // Segment, Cluster
/** Elements that are there, or in what is entered. */
export const KNOWN = new Set([
  0x1a45dfa3,
  0x114d9b74,
  0x1549a966,
  0x1654ae6b,
  0x1c53bb6b, // heading, places, facts, tracks, index
  0x1254c367,
  0x1043a770,
  0x1941a469,
  0xec,
  0xbf, // tags, chapters, attachments, padding, checksum
  0xe7,
  0xa3,
  0xa0,
  0xa7,
  0xab,
  0x5854,
  0xaf, // in a cluster: its time, blocks, where it lies, what is silent
]);
const MAX_HEADER_BYTES = 12;

/**
 * Returns the byte position where the chain breaks, or null when every element is a known one and starts where the
 * previous one ends, up to the end of the file.
 */
export async function findBrokenElement(feed: AsyncIterable<Uint8Array>): Promise<number | null> {
  let position = 0;
  let skip = 0;
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of feed) {
    if (skip >= chunk.length) {
      skip -= chunk.length;
      position += chunk.length;
      continue;
    }
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = skip;
    skip = 0;
    while (at + MAX_HEADER_BYTES <= bytes.length) {
      const element = readElement(bytes, at);
      if (element === null) return position + at;
      at += element.headerBytes + element.bodyBytes;
    }
    position += Math.min(at, bytes.length);
    skip = Math.max(0, at - bytes.length);
    rest = bytes.slice(Math.min(at, bytes.length));
  }
  return skip > 0 ? position : endOf(rest, position);
}

/** The last elements may be shorter than the longest header. */
function endOf(rest: Uint8Array, position: number): number | null {
  for (let at = 0; at < rest.length; ) {
    const element = readElement(rest, at);
    if (element === null) return position + at;
    at += element.headerBytes + element.bodyBytes;
    if (at > rest.length) return position + at;
  }
  return null;
}

/** The sizes of the element at `at`, without a body for one to enter; null for an unknown element. */
function readElement(
  bytes: Uint8Array,
  at: number,
): { readonly headerBytes: number; readonly bodyBytes: number } | null {
  const idBytes = widthOf(bytes[at] ?? 0);
  const sizeBytes = widthOf(bytes[at + idBytes] ?? 0);
  if (idBytes > 4 || sizeBytes > 8) return null;
  let id = 0;
  for (let index = 0; index < idBytes; index += 1) id = id * 256 + (bytes[at + index] ?? 0);
  if (ENTERED.has(id)) return { headerBytes: idBytes + sizeBytes, bodyBytes: 0 };
  if (!KNOWN.has(id)) return null;
  // The leading bits encode the length of the number.
  let size = (bytes[at + idBytes] ?? 0) & (0xff >> sizeBytes);
  for (let index = 1; index < sizeBytes; index += 1)
    size = size * 256 + (bytes[at + idBytes + index] ?? 0);
  return { headerBytes: idBytes + sizeBytes, bodyBytes: size };
}

/** The length of a variable-size number, by its leading zeros; 9 for a byte that starts none. */
function widthOf(first: number): number {
  return first === 0 ? 9 : Math.clz32(first) - 23;
}
