// Frees the memory of used buffers at once: the collector frees bytes outside the heap tens of megabytes late.

/**
 * Detaches the buffers of these pieces, which are empty afterwards. A piece that shares its buffer is left to the
 * collector.
 */
export function releaseBuffers(pieces: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of pieces) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
  }
}
