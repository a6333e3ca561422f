// Reads a response's body that may be cut off, for the tests of files that are saved while they arrive.

/** What of a body arrives, and whether that is all. */
export async function readBody(
  response: Response,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of response.body ?? []) pieces.push(piece);
    return { bytes: Buffer.concat(pieces), isWhole: true };
  } catch {
    return { bytes: Buffer.concat(pieces), isWhole: false };
  }
}
