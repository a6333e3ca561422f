// The stores behind operators: accounts, sessions, passwords, the audit log.
import type { Admin, AdminAccount, AdminSession } from './admins.ts';
import type { AuditEntry } from './audit.ts';

/** Those who may sign in. Addresses are kept as `readEmail` gives them. */
export type Admins = {
  /** Answers false when somebody has that address already. */
  readonly add: (account: AdminAccount) => Promise<boolean>;
  /** In the order in which they came. */
  readonly list: () => Promise<readonly Admin[]>;
  readonly find: (email: string) => Promise<AdminAccount | null>;
  /** Answers whether there is somebody with that address; ends all sessions of theirs in the same step. */
  readonly setPassword: (email: string, password: string) => Promise<boolean>;
  /** As {@link Admins.setPassword}: whoever is gone is signed out. */
  readonly remove: (email: string) => Promise<boolean>;
};

/** Who is signed in. Sessions are known by the hash of what the browser holds. */
export type AdminSessions = {
  readonly add: (session: AdminSession) => Promise<void>;
  /** The session and whose it is, or null when either is gone. */
  readonly find: (
    hash: string,
  ) => Promise<{ readonly session: AdminSession; readonly admin: Admin } | null>;
  readonly touch: (hash: string, seenAt: number) => Promise<void>;
  readonly remove: (hash: string) => Promise<void>;
  /** Ends every session of somebody; answers how many. */
  readonly removeAllOf: (adminId: string) => Promise<number>;
  /** Forgets sessions that were made or last seen before these times (epoch milliseconds). */
  readonly forget: (before: {
    readonly createdAt: number;
    readonly seenAt: number;
  }) => Promise<void>;
};

/** Hashes passwords so that a stolen database is worth little. Few at once: each takes 19 MB and some time. */
export type Passwords = {
  readonly hash: (password: string) => Promise<string>;
  /** Whether it is the password behind the hash. Takes as long for null, which stands for nobody, and says no. */
  readonly verify: (password: string, hash: string | null) => Promise<boolean>;
};

/** What operators did, kept for a while. */
export type AuditLog = {
  readonly add: (entry: AuditEntry) => Promise<void>;
  /** The last entries before a time, the newest first. */
  readonly list: (limit: number, beforeMs: number | null) => Promise<readonly AuditEntry[]>;
  /** Answers how many were forgotten. */
  readonly forgetBefore: (beforeMs: number) => Promise<number>;
};
