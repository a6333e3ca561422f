// Operators' accounts and sessions, and the rules for their email addresses and passwords.
/** An operator, who may sign in. `createdAt` is epoch milliseconds. */
export type Admin = { readonly id: string; readonly email: string; readonly createdAt: number };

/** An operator with the hash of the password, which is never sent to a client. */
export type AdminAccount = Admin & { readonly password: string };

/** A session. `hash` is that of its token; times are epoch milliseconds. */
export type AdminSession = {
  readonly hash: string;
  readonly adminId: string;
  readonly createdAt: number;
  readonly seenAt: number;
};

/** The longest email address, in characters (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;
/** The shortest new password, in characters. */
const MIN_PASSWORD_LENGTH = 12;
/** The longest password that is verified, in bytes of UTF-8. */
export const MAX_PASSWORD_BYTES = 1024;

/** Normalizes an email address: trimmed and in lower case; null when it is invalid. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= MAX_EMAIL_LENGTH && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)
    ? email
    : null;
}

/** Why a new password is refused, as a sentence for an operator; null when it is accepted. All characters are allowed. */
export function weaknessOf(password: string): string | null {
  if ([...password].length < MIN_PASSWORD_LENGTH)
    return `A password has at least ${MIN_PASSWORD_LENGTH} characters; four random words make a good one.`;
  if (utf8Length(password) > MAX_PASSWORD_BYTES) return 'That password is too long.';
  return null;
}

/** The length of a text in UTF-8, in bytes; a lone surrogate counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
