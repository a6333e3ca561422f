// The fragment of an address, which may come from any link.

/** The decoded fragment of `location.hash`; null where there is none, or one that is no text, such as `#100%`. */
export function readFragment(hash: string): string | null {
  try {
    return decodeURIComponent(hash.slice(1)) || null;
  } catch (error) {
    console.info('no fragment', error);
    return null;
  }
}
