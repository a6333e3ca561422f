// Ports of keys: their store, and their secrets.
import type { KeyKind } from '../../../shared/keys.ts';
import type { ApiKey } from './api-key.ts';

/** The store of keys, by the hash of their secret. */
export type ApiKeys = {
  readonly add: (key: ApiKey, hash: string) => Promise<void>;
  /** The key with this hash, also one that was revoked or has expired. */
  readonly find: (hash: string) => Promise<ApiKey | null>;
  readonly get: (id: string) => Promise<ApiKey | null>;
  /** The keys of a kind, newest first; with `madeBy` only those of one maker. */
  readonly list: (
    kind: KeyKind,
    options: { readonly madeBy?: string; readonly limit: number },
  ) => Promise<readonly ApiKey[]>;
  /** The number of keys of a kind that work at a time. */
  readonly countActive: (kind: KeyKind, now: number) => Promise<number>;
  /** Whether a key that works at a time has this origin. */
  readonly hasOrigin: (origin: string, now: number) => Promise<boolean>;
  /** Returns whether the key was not revoked before. */
  readonly revoke: (id: string, revokedAt: number) => Promise<boolean>;
  /** Notes a request on a UTC day. Adds to the bytes of that day, which start anew with each day; never below zero. */
  readonly noteUse: (id: string, day: number, bytes: number) => Promise<void>;
  /** Removes the keys of a kind that expired or were revoked before a time; returns how many. */
  readonly forgetBefore: (kind: KeyKind, before: number) => Promise<number>;
};

/** Tokens that open the feed of one list to any client, in the name of a key. */
export type FeedTokens = {
  readonly make: (keyId: string, list: string) => string;
  /** The id of the key that a token of this list was made with; null for any other text. */
  readonly read: (token: string, list: string) => string | null;
};

/** Makes secrets, and hashes them. */
export type KeySecrets = {
  readonly make: () => string;
  readonly hashOf: (secret: string) => string;
};
