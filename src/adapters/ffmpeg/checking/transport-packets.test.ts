import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { countTornPackets } from './transport-packets.ts';

const stream = Buffer.alloc(188 * 100, 1);
for (let at = 0; at < stream.length; at += 188) stream[at] = 0x47;
const holed = Buffer.from(stream).fill(0, 188 * 10 + 5, 188 * 13 + 5);
const shifted = Buffer.concat([stream.subarray(0, 188 * 50), Buffer.alloc(7), stream]);

it.each<[string, Uint8Array, number]>([
  ['nothing', Buffer.alloc(0), 0],
  ['a whole stream', stream, 0],
  ['a stream with a hole over the front of three packets', holed, 3],
  ['a stream that lost its beat', shifted, 101],
])(
  'torn packets are counted, however they are split into chunks: %s',
  async (_name, bytes, torn) => {
    for (const size of [1, 187, 188, 1000, 100_000]) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      expect(await countTornPackets(Readable.from(chunks))).toBe(torn);
    }
  },
);
