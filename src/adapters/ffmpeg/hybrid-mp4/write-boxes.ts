// Writes the boxes of an index into a buffer.

/** Numbers of 32 bits, bytes, or what a function writes. */
type Content = readonly number[] | Uint32Array | Uint8Array | (() => void);

/** Writes a box behind the one before, and returns where it ends. */
export type WriteBox = (type: string, ...content: readonly Content[]) => number;

/** No rotation, and its own size. */
export const UNITY_MATRIX = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];

/**
 * Writes boxes into a buffer, one behind the other: of bytes, of numbers (their lowest 32 bits), and of what functions write. Each returns
 * where it ends. RangeError at the end of the buffer.
 */
export function writerInto(bytes: Buffer): WriteBox {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const write = (value: number) => {
    view.setUint32(at, value);
    at += 4;
  };
  return (type, ...content) => {
    const start = at;
    at += 8;
    for (const part of content) {
      if (typeof part === 'function') part();
      else if (!(part instanceof Uint8Array)) part.forEach(write);
      else {
        bytes.set(part, at);
        at += part.length;
      }
    }
    view.setUint32(start, at - start);
    bytes.write(type, start + 4, 'latin1');
    return at;
  };
}
