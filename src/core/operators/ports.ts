// Ports of operators: accounts, sessions, passwords, the audit log.
import type { Admin, AdminAccount, AdminSession } from './admins.ts';
import type { AuditEntry } from './audit.ts';

/** The store of accounts. Email addresses are stored as `readEmail` returns them. */
export type Admins = {
  /** Returns false when there is an account with that address. */
  readonly add: (account: AdminAccount) => Promise<boolean>;
  /** Oldest first. */
  readonly list: () => Promise<readonly Admin[]>;
  readonly find: (email: string) => Promise<AdminAccount | null>;
  /** Returns whether there is an account with that address; ends all its sessions in the same transaction. */
  readonly setPassword: (email: string, password: string) => Promise<boolean>;
  /** Ends sessions as {@link Admins.setPassword} does. */
  readonly remove: (email: string) => Promise<boolean>;
};

/** The store of sessions, by the hash of their token. */
export type AdminSessions = {
  readonly add: (session: AdminSession) => Promise<void>;
  /** The session and its operator, or null when either does not exist. */
  readonly find: (
    hash: string,
  ) => Promise<{ readonly session: AdminSession; readonly admin: Admin } | null>;
  readonly touch: (hash: string, seenAt: number) => Promise<void>;
  readonly remove: (hash: string) => Promise<void>;
  /** Ends all sessions of an operator; returns how many. */
  readonly removeAllOf: (adminId: string) => Promise<number>;
  /** Removes sessions that were created or last seen before these times (epoch milliseconds). */
  readonly forget: (before: {
    readonly createdAt: number;
    readonly seenAt: number;
  }) => Promise<void>;
};

/** Hashes and verifies passwords, few at once: each takes 19 MB of memory and some time. */
export type Passwords = {
  readonly hash: (password: string) => Promise<string>;
  /** Whether the password has this hash. Null, for an unknown account, takes as long and returns false. */
  readonly verify: (password: string, hash: string | null) => Promise<boolean>;
};

/** The store of the audit log. */
export type AuditLog = {
  readonly add: (entry: AuditEntry) => Promise<void>;
  /** The last entries before a time, newest first. */
  readonly list: (limit: number, beforeMs: number | null) => Promise<readonly AuditEntry[]>;
  /** Returns how many entries were removed. */
  readonly forgetBefore: (beforeMs: number) => Promise<number>;
};
