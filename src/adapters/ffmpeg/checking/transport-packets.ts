// Counts what does not belong in an MPEG transport stream: ffmpeg itself goes over a hole in one without a word.

const PACKET_BYTES = 188;
const SYNC = 0x47;

/**
 * How many packets do not begin as each must, in a stream from its start; at most one for each 188 bytes. A stream that
 * lost its beat, because something of another length stands in it, has a fault in nearly every packet from there on.
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
