// Reads a key from the texts of a request: from `Authorization`, and from an address, where none belongs. Pure.

const CREDENTIALS = /^bearer +(kr_[\w-]{43})$/i;
const KEY_ANYWHERE = /(?<![\w-])kr_[\w-]{43}(?![\w-])/;

/** The key in the value of `Authorization`; null for any other scheme and for what is no key. */
export function readBearer(authorization: string): string | null {
  return CREDENTIALS.exec(authorization)?.[1] ?? null;
}

/** Whether a key stands somewhere in a text. */
export function holdsKey(text: string): boolean {
  return KEY_ANYWHERE.test(text);
}
