// Counts invalid packets of an MPEG transport stream: ffmpeg silently skips a gap in one.

const PACKET_BYTES = 188;
const TIME_BYTES = 4;
const SYNC = 0x47;

/**
 * Counts packets without a sync byte in a stream from its start, at most one for each packet's length. After an insertion of
 * another length nearly every packet is invalid.
 */
export async function countTornPackets(feed: AsyncIterable<Uint8Array>): Promise<number> {
  let next = 0;
  let torn = 0;
  let step: number | null = null;
  for await (const chunk of feed) {
    if (step === null) {
      // Cameras write the time of its arrival before each packet.
      next = chunk[0] === SYNC && (chunk[PACKET_BYTES] ?? SYNC) === SYNC ? 0 : TIME_BYTES;
      step = PACKET_BYTES + next;
    }
    for (; next < chunk.length; next += step) if (chunk[next] !== SYNC) torn += 1;
    next -= chunk.length;
  }
  return torn;
}
