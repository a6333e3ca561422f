// Reads a response's body that may be cut off, for the tests of files that are saved while they arrive.

/** What of a body arrives, and whether that is all. `onBytes` is called with how many there are so far. */
export async function readBody(
  response: Response,
  onBytes: (received: number) => void = () => undefined,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const pieces: Uint8Array[] = [];
  let received = 0;
  try {
    for await (const piece of response.body ?? []) {
      pieces.push(piece);
      received += piece.length;
      onBytes(received);
    }
    return { bytes: Buffer.concat(pieces), isWhole: true };
  } catch {
    return { bytes: Buffer.concat(pieces), isWhole: false };
  }
}
