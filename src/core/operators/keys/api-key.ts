// A key for programs, as it is stored, and what follows from its kind.
import type { KeyKind } from '../../../shared/keys.ts';

/** What the holder of a key may use; null means what a network may use. */
export type KeyLimits = {
  /** Downloads that have not ended. */
  readonly openJobs: number | null;
  /** Downloads and edits that are started. */
  readonly perHour: number | null;
  /** Bytes of files that are sent in one UTC day. */
  readonly bytesPerDay: number | null;
};

/** A key without its secret, of which only the SHA-256 is stored. Times are epoch milliseconds. */
export type ApiKey = {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind;
  /** The operator's email address, the id of the visitor, or null for the command line. */
  readonly madeBy: string | null;
  readonly createdAt: number;
  /** Null for a key that does not expire. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** The start of the UTC day of its last request; null for a key that was never used. */
  readonly usedOn: number | null;
  /** The bytes of files that were sent on that day. */
  readonly usedBytes: number;
  readonly limits: KeyLimits;
  /** The origins from which browsers may use it. */
  readonly origins: readonly string[];
};

/** Whether a key works at a time. */
export function isActive({ expiresAt, revokedAt }: ApiKey, now: number): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}

/** The visitor that a key is: its downloads are seen by no other visitor. */
export function visitorOf({ id }: Pick<ApiKey, 'id'>): string {
  return `key-${id}`;
}
