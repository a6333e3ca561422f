// `npm run admin`: adds, lists and removes operators and resets their passwords, and prints the keys of workers; keys of
// programs are in admin-keys.ts.
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { systemClock } from '../adapters/clock/system.ts';
import { createAdmins } from '../adapters/database/admins.ts';
import { createAuditLog } from '../adapters/database/audit-log.ts';
import { isGuessable } from '../adapters/secrets/guessable.ts';
import { createPasswords } from '../adapters/secrets/passwords.ts';
import { deriveWorkerKeys, writeWorkerKeys } from '../adapters/secrets/worker-keys.ts';
import { openConfiguredDatabase, openConfiguredSecret } from '../compose/state/configured-data.ts';
import type { Config } from '../config.ts';
import { readEmail, weaknessOf } from '../core/operators/admins.ts';
import type { AuditEntry } from '../core/operators/audit.ts';
import type { Admins, AuditLog } from '../core/operators/ports.ts';
import { KEYS_USAGE, runKeysCommand } from './admin-keys.ts';
import type { CommandResult } from './command-result.ts';

/** 120 random bits. */
const GENERATED_BYTES = 15;
const DAY_CHARACTERS = 10;

const USAGE = `npm run admin -- list             lists the operators
npm run admin -- add <email>      adds an operator; a password is generated and shown once
npm run admin -- reset <email>    sets a new password and ends all their sessions
npm run admin -- remove <email>   removes an operator
npm run -s admin -- worker-key    prints the keys for servers with ROLE=worker, one line for their SECRET_KEY_FILE
With --stdin the password is read from standard input instead of being generated.
${KEYS_USAGE}`;

/** Standard input and output. `isTerminal`: the output is shown to a person and stored nowhere. */
export type Terminal = { readonly isTerminal: boolean; readonly readAll: () => Promise<string> };

/** The terminal of this process. */
const ownTerminal: Terminal = {
  isTerminal: process.stdout.isTTY,
  readAll: () => text(process.stdin),
};

/** Runs one command. A server may run meanwhile. Throws ConfigError when the database cannot be opened. */
export async function runAdminCommand(
  config: Config,
  words: readonly string[],
  terminal: Terminal = ownTerminal,
): Promise<CommandResult> {
  if (words[0] === 'worker-key')
    return {
      isDone: true,
      message: writeWorkerKeys(deriveWorkerKeys(await openConfiguredSecret(config))),
    };
  if (words[0] === 'keys') return runKeysCommand(config, words.slice(1), terminal.isTerminal);
  const [command = '', typed = ''] = words.filter((word) => !word.startsWith('--'));
  const email = readEmail(typed);
  const change = isChange(command) ? CHANGES[command] : null;
  const problem = problemOf(command, typed);
  if (problem !== null) return { isDone: false, message: problem + USAGE };
  const database = await openConfiguredDatabase(config);
  try {
    const admins = createAdmins(database.db);
    const audit = createAuditLog(database.db);
    if (!change || email === null) return { isDone: true, message: await listOf(admins) };
    const fromStdin = words.includes('--stdin');
    return await change({
      admins,
      audit,
      email,
      newPassword: () => passwordFrom(terminal, fromStdin ? email : null),
    });
  } finally {
    await database.close();
  }
}

/** What is wrong with the words, on a line of its own; empty where there are none, null where they can be carried out. */
function problemOf(command: string, typed: string): string | null {
  if (command === '') return '';
  if (command === 'list') return typed === '' ? null : '"list" takes no address.\n';
  if (!isChange(command)) return `There is no command "${command}".\n`;
  if (typed === '') return `"${command}" needs the email address of an operator.\n`;
  return readEmail(typed) === null ? `"${typed}" is not an email address.\n` : null;
}

function isChange(command: string): command is keyof typeof CHANGES {
  return Object.hasOwn(CHANGES, command);
}

type Needs = {
  readonly admins: Admins;
  readonly audit: AuditLog;
  readonly email: string;
  readonly newPassword: () => Promise<NewPassword>;
};
type NewPassword =
  | { readonly hash: string; readonly message: string }
  | { readonly refusal: string };

const CHANGES = { add, reset, remove } as const;

async function add({ admins, audit, email, newPassword }: Needs): Promise<CommandResult> {
  if (await admins.find(email))
    return { isDone: false, message: `${email} is already an operator.` };
  const password = await newPassword();
  if ('refusal' in password) return { isDone: false, message: password.refusal };
  const id = newId();
  const account = { id, email, password: password.hash, createdAt: systemClock.now() };
  if (!(await admins.add(account)))
    return { isDone: false, message: `${email} is already an operator.` };
  await note(audit, 'admin_added', id, email);
  return { isDone: true, message: `${email} can sign in now.${password.message}` };
}

async function reset({ admins, audit, email, newPassword }: Needs): Promise<CommandResult> {
  const known = await admins.find(email);
  if (!known) return { isDone: false, message: `${email} is not an operator.` };
  const password = await newPassword();
  if ('refusal' in password) return { isDone: false, message: password.refusal };
  await admins.setPassword(email, password.hash);
  await note(audit, 'password_reset', known.id, email);
  return {
    isDone: true,
    message: `${email} has a new password and was signed out everywhere.${password.message}`,
  };
}

async function remove({ admins, audit, email }: Needs): Promise<CommandResult> {
  const known = await admins.find(email);
  if (!known || !(await admins.remove(email)))
    return { isDone: false, message: `${email} is not an operator.` };
  await note(audit, 'admin_removed', known.id, email);
  return { isDone: true, message: `${email} can no longer sign in.` };
}

async function listOf(admins: Admins): Promise<string> {
  const list = await admins.list();
  if (list.length === 0)
    return 'There are no operators yet. Add one with "npm run admin -- add <email>".';
  return list
    .map(
      ({ email, createdAt }) =>
        `${new Date(createdAt).toISOString().slice(0, DAY_CHARACTERS)}  ${email}`,
    )
    .join('\n');
}

/** Reads a password from standard input, or generates one, which is printed to a terminal only. */
async function passwordFrom(terminal: Terminal, chosenBy: string | null): Promise<NewPassword> {
  const { hash } = createPasswords();
  if (chosenBy !== null) {
    const chosen = (await terminal.readAll()).replace(/\r?\n$/, '');
    const refusal = weaknessOf(chosen);
    if (refusal) return { refusal };
    return (await isGuessable(chosen, [chosenBy]))
      ? { refusal: 'That password is easy to guess; four random words make a good one.' }
      : { hash: await hash(chosen), message: '' };
  }
  if (!terminal.isTerminal) {
    return {
      refusal:
        'A generated password is shown on a terminal only. Run this in a terminal, or pass a password on standard input with --stdin.',
    };
  }
  const generated = randomBytes(GENERATED_BYTES).toString('base64url');
  return {
    hash: await hash(generated),
    message: `\nTheir password, shown only this once: ${generated}`,
  };
}

function note(
  audit: AuditLog,
  action: AuditEntry['action'],
  subject: string,
  email: string,
): Promise<void> {
  return audit.add({
    id: newId(),
    at: systemClock.now(),
    admin: null,
    action,
    subject,
    details: { email },
  });
}

function newId(): string {
  return randomBytes(16).toString('hex');
}
