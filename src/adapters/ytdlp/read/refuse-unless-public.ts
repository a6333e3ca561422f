// Refuses items that only the operator's account may see, for inspections with the operator's cookies.
import { AppError, type ErrorCode } from '../../../shared/errors.ts';

/** yt-dlp's names for restricted audiences. A login alone (`needs_auth`) is not a restriction. */
const CLOSED: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['private', 'private'],
  ['premium_only', 'members_only'],
  ['subscriber_only', 'members_only'],
]);

/** Throws `private` or `members_only` when the platform reports that the post or one of its items is restricted. */
export function refuseUnlessPublic(info: Readonly<Record<string, unknown>>): void {
  const { entries } = info;
  const all: readonly unknown[] = [info, ...(Array.isArray(entries) ? entries : [])];
  for (const one of all) {
    if (typeof one !== 'object' || one === null || !('availability' in one)) continue;
    const code = CLOSED.get(one.availability);
    if (code) throw new AppError(code, { detail: 'seen with cookies only' });
  }
}
