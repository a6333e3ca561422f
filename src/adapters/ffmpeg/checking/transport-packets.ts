// Counts invalid packets of an MPEG transport stream: ffmpeg silently skips a gap in one.

const PACKET_BYTES = 188;
const SYNC = 0x47;

/**
 * Counts packets without a sync byte in a stream from its start, at most one for each 188 bytes. After an insertion of
 * another length nearly every packet is invalid.
 */
export async function countTornPackets(feed: AsyncIterable<Uint8Array>): Promise<number> {
  let next = 0;
  let torn = 0;
  for await (const chunk of feed) {
    for (; next < chunk.length; next += PACKET_BYTES) if (chunk[next] !== SYNC) torn += 1;
    next -= chunk.length;
  }
  return torn;
}
