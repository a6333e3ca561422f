// The operators: who they are, and what an address and a password of theirs must be.
/** Somebody who may sign in. `createdAt` is epoch milliseconds. */
export type Admin = { readonly id: string; readonly email: string; readonly createdAt: number };

/** The same with the hash of the password, which leaves the server's side nowhere. */
export type AdminAccount = Admin & { readonly password: string };

/** One browser that is signed in. Times are epoch milliseconds. */
export type AdminSession = {
  readonly hash: string;
  readonly adminId: string;
  readonly createdAt: number;
  readonly seenAt: number;
};

/** The longest address that mail can have, in characters. */
export const MAX_EMAIL_LENGTH = 254;
/** Shortest password that is set, in characters. */
export const MIN_PASSWORD_LENGTH = 12;
/** Longest password that is looked at, in bytes of UTF-8. */
export const MAX_PASSWORD_BYTES = 1024;

/** An address as it is kept and compared: without spaces around it, in small letters; null when it is none. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= MAX_EMAIL_LENGTH && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)
    ? email
    : null;
}

/** What is wrong with a new password, in words for an operator; null when nothing is. Any characters do, spaces too. */
export function weaknessOf(password: string): string | null {
  if ([...password].length < MIN_PASSWORD_LENGTH)
    return `A password has at least ${MIN_PASSWORD_LENGTH} characters; four random words make a good one.`;
  if (utf8Length(password) > MAX_PASSWORD_BYTES) return 'That password is too long.';
  return null;
}

/** How many bytes a text has in UTF-8; halves of letters count as the three bytes that replace them. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
