// A gzip body that decompresses to any number of zeros and costs nothing to make.
import { constants, crc32, deflateRawSync } from 'node:zlib';

const BLOCK_BYTES = 1024 * 1024;
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

/** About a thousandth of `bytes`, in one gzip member, with a valid checksum. */
export function gzippedZeros(bytes: number): Buffer {
  const zeros = Buffer.alloc(BLOCK_BYTES);
  const pieces = [HEADER];
  // A block that ends in a full flush is self-contained, so the same one can be sent any number of times.
  const block = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH });
  let sum = 0;
  for (let left = bytes; left > 0; left -= BLOCK_BYTES) {
    const part = left >= BLOCK_BYTES ? zeros : zeros.subarray(0, left);
    pieces.push(
      left >= BLOCK_BYTES ? block : deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH }),
    );
    sum = crc32(part, sum);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(sum, 0);
  trailer.writeUInt32LE(bytes % 2 ** 32, 4);
  return Buffer.concat([...pieces, LAST_BLOCK, trailer]);
}
