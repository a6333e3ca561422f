// Keys for programs, as browser and server know them: their kinds, their bounds, and the origins that may use them.

/** `program`: made by an operator. `extension`: made by a visitor for their own browser extension. */
export const KEY_KINDS = ['program', 'extension'] as const;

/** One of {@link KEY_KINDS}. */
export type KeyKind = (typeof KEY_KINDS)[number];

/** The form of a key: a mark by which it is recognized, and 32 random bytes in base64url. */
export const KEY_FORM = /^kr_[A-Za-z0-9_-]{43}$/;

/** The longest name of a key, in characters. */
export const MAX_KEY_NAME_LENGTH = 60;
/** The most origins of one key. */
export const MAX_KEY_ORIGINS = 10;
/** The longest life of a key, in days. */
export const MAX_KEY_DAYS = 3650;
/** How long the key of an extension lives, in days. */
export const EXTENSION_KEY_DAYS = 30;

/** The highest figures that an operator may set: open downloads, downloads an hour, bytes a day. */
export const MAX_KEY_LIMITS = { openJobs: 24, perHour: 10_000, bytesPerDay: 1e15 } as const;

const CHROME = /^chrome-extension:\/\/[a-p]{32}$/;
const FIREFOX = /^moz-extension:\/\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const MAX_ORIGIN_LENGTH = 300;

/** Whether an origin is that of a browser extension. */
export function isExtensionOrigin(origin: string): boolean {
  return CHROME.test(origin) || FIREFOX.test(origin);
}

/** Reads an origin as browsers send it, such as `https://app.example:8443`; null for anything else. */
export function readKeyOrigin(text: string): string | null {
  const typed = text.trim().replace(/\/$/, '');
  if (typed.length > MAX_ORIGIN_LENGTH) return null;
  const lower = typed.toLowerCase();
  if (isExtensionOrigin(lower)) return lower;
  if (!/^https?:\/\/[^/?#@*\\\s]+$/.test(lower)) return null;
  try {
    const { protocol, host } = new URL(lower);
    return `${protocol}//${host}`;
  } catch {
    // The constructor throws only for an invalid address.
    return null;
  }
}
