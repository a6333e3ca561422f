// `npm run admin -- keys`: makes, lists and revokes keys for programs.
import { parseArgs } from 'node:util';
import { systemClock } from '../adapters/clock/system.ts';
import { createMemoryLimiter } from '../adapters/limiter/memory.ts';
import { composeApiKeys } from '../compose/api-keys.ts';
import { openConfiguredDatabase } from '../compose/state/configured-data.ts';
import type { Config } from '../config.ts';
import { type ApiKey, isActive } from '../core/operators/keys/api-key.ts';
import type { ApiKeyService } from '../core/operators/keys/api-keys.ts';
import { programKeyRequest } from '../shared/api/keys.ts';
import { AppError } from '../shared/errors.ts';
import type { CommandResult } from './command-result.ts';

const DAY_MS = 24 * 3_600_000;
const GIGABYTE = 1e9;
const DAY_CHARACTERS = 10;

/** How the commands are called. */
export const KEYS_USAGE = `npm run admin -- keys list               lists the keys of programs
npm run admin -- keys add <name>         makes a key, which is shown once; with any of
    --days <n> --open <n> --per-hour <n> --gigabytes-per-day <n> --origin <https://…>
npm run admin -- keys revoke <id>        revokes a key: it is refused at once
With --print a key is shown although the output is not a terminal.`;

/** Runs one command. A server may run meanwhile. Throws ConfigError when the database cannot be opened. */
export async function runKeysCommand(
  config: Config,
  words: readonly string[],
  isTerminal: boolean,
): Promise<CommandResult> {
  const command = readCommand(words, isTerminal);
  if (typeof command === 'string') return { isDone: false, message: command };
  const database = await openConfiguredDatabase(config);
  try {
    const limiter = createMemoryLimiter({ clock: systemClock });
    return await command(composeApiKeys({ database, limiter, clock: systemClock }));
  } finally {
    await database.close();
  }
}

type Command = (keys: ApiKeyService) => Promise<CommandResult>;

/** The command, or why there is none. */
function readCommand(words: readonly string[], isTerminal: boolean): Command | string {
  const parsed = readWords(words);
  if (!parsed) return KEYS_USAGE;
  const { values, positionals } = parsed;
  const [name, subject, ...more] = positionals;
  const hasOptions = Object.keys(values).some((option) => option !== 'print');
  if (more.length > 0 || (name !== 'add' && hasOptions)) return KEYS_USAGE;
  if (name === 'list' && subject === undefined) return list;
  if (subject === undefined) return KEYS_USAGE;
  if (name === 'revoke') return (keys) => revoke(keys, subject);
  if (name !== 'add') return KEYS_USAGE;
  if (!isTerminal && !values.print)
    return 'A key is shown on a terminal only. Run this in a terminal, or add --print.';
  const request = programKeyRequest.safeParse({
    name: subject,
    days: numberOf(values.days),
    openJobs: numberOf(values.open),
    perHour: numberOf(values['per-hour']),
    bytesPerDay: scaled(numberOf(values['gigabytes-per-day'])),
    origins: values.origin,
  });
  if (request.success) return (keys) => add(keys, request.data);
  return `That is no valid ${String(request.error.issues[0]?.path[0])}.\n${KEYS_USAGE}`;
}

function readWords(words: readonly string[]) {
  const one = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        days: one,
        open: one,
        'per-hour': one,
        'gigabytes-per-day': one,
        origin: { type: 'string', multiple: true },
        print: { type: 'boolean' },
      },
    });
  } catch {
    // It throws for options that it does not know, and for those without their value.
    return null;
  }
}

async function add(
  keys: ApiKeyService,
  request: ReturnType<typeof programKeyRequest.parse>,
): Promise<CommandResult> {
  const { name, origins, days, openJobs, perHour, bytesPerDay } = request;
  const { key, secret } = await keys.makeForProgram(null, {
    name,
    origins,
    expiresAt: days === null ? null : systemClock.now() + days * DAY_MS,
    limits: { openJobs, perHour, bytesPerDay },
  });
  return { isDone: true, message: `${lineOf(key)}\nThe key, shown only this once: ${secret}` };
}

async function list(keys: ApiKeyService): Promise<CommandResult> {
  const all = await keys.list();
  const lines = all.keys.map(lineOf);
  const message =
    lines.length > 0
      ? lines.join('\n')
      : 'There are no keys yet. Make one with "npm run admin -- keys add <name>".';
  return { isDone: true, message };
}

async function revoke(keys: ApiKeyService, id: string): Promise<CommandResult> {
  try {
    const { name } = await keys.revoke(null, id);
    return { isDone: true, message: `${name} is refused from now on.` };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found_page') throw error;
    return { isDone: false, message: `${id} is no key that works. "keys list" has their ids.` };
  }
}

/** The id, the day of making, the state, the last use, and the name. */
function lineOf(key: ApiKey): string {
  const { id, name, createdAt, usedOn, revokedAt } = key;
  const works = isActive(key, systemClock.now());
  const state = works ? 'works' : revokedAt === null ? 'expired' : 'revoked';
  const used = usedOn === null ? 'never used' : `used ${dayOf(usedOn)}`;
  return [id, dayOf(createdAt), state.padEnd(7), used.padEnd(15), name].join('  ');
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, DAY_CHARACTERS);
}

/** Undefined without the option; not a number for a text that is none, which the schema then refuses. */
function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

function scaled(gigabytes: number | undefined): number | undefined {
  return gigabytes === undefined ? undefined : gigabytes * GIGABYTE;
}
