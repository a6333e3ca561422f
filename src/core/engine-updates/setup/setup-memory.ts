// What is stored of setups and of changes, as part of the setting `engine`.
import {
  CHANGE_KINDS,
  CHANGE_PARTS,
  type ChangeKind,
  type ChangePart,
  REFUSAL_REASONS,
  type RefusalReason,
  UPDATE_RESULTS,
  type UpdateResult,
} from '../../../shared/engine.ts';
import { PLATFORM_IDS, type PlatformId } from '../../../shared/platforms/platform.ts';

/** The setup, with its texts sealed (see `Setups.vault`). Times are epoch milliseconds. */
export type SetupMemory = {
  /** The parts that operators set; null for none. */
  readonly chosen: string | null;
  /** What was last in use. */
  readonly live: string | null;
  /** What was in use before; null when there is no way back. */
  readonly before: { readonly chosen: string | null; readonly live: string } | null;
  readonly by: string | null;
  readonly at: number | null;
  /** Marks of texts of the environment that were refused, newest first. */
  readonly refused: readonly string[];
};

/** A change as it ended: what, from what to what, by whom, and why it was refused. */
export type ChangeEntry = {
  readonly at: number;
  readonly what: ChangeKind;
  /** What of it. */
  readonly parts: readonly ChangePart[];
  /** An operator's e-mail address; null for this server itself. */
  readonly by: string | null;
  /** Lines that were removed, and lines that were added; without passwords. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly result: UpdateResult;
  readonly reason: RefusalReason | null;
  readonly platforms: readonly PlatformId[];
  /** Codes, names, or the sentence about a line that is wrong. */
  readonly details: string;
  /** False for one that no canary passed. */
  readonly isTried: boolean;
};

/** What is stored before the first change. */
export const NO_SETUP: SetupMemory = {
  chosen: null,
  live: null,
  before: null,
  by: null,
  at: null,
  refused: [],
};

const MAX_CHANGES = 50;
const MAX_MARKS = 20;
const MAX_LINES = 12;
const MAX_LINE = 160;
const MAX_DETAILS = 400;
const MAX_SEALED = 64 * 1024;

/** Adds an entry to the log. */
export function withChange(
  changes: readonly ChangeEntry[],
  { from, to, details, ...entry }: ChangeEntry,
): readonly ChangeEntry[] {
  const bounded = {
    ...entry,
    from: boundedLines(from),
    to: boundedLines(to),
    details: details.slice(0, MAX_DETAILS),
  };
  return [bounded, ...changes].slice(0, MAX_CHANGES);
}

/** Adds marks of refused texts. */
export function withMarks(setup: SetupMemory, marks: readonly string[]): SetupMemory {
  return { ...setup, refused: [...new Set([...marks, ...setup.refused])].slice(0, MAX_MARKS) };
}

/** Reads a value of any release. */
export function readSetupMemory(value: unknown): SetupMemory {
  const { chosen, live, before, by, at, refused } = recordOf(value);
  const { chosen: chosenBefore, live: liveBefore } = recordOf(before);
  const wayBack = sealedOf(liveBefore);
  return {
    chosen: sealedOf(chosen),
    live: sealedOf(live),
    before: wayBack === null ? null : { chosen: sealedOf(chosenBefore), live: wayBack },
    by: textOf(by),
    at: timeOf(at),
    refused: listOf(refused)
      .flatMap((mark) => textOf(mark) ?? [])
      .slice(0, MAX_MARKS),
  };
}

/** Reads the log; entries that cannot be read are left out. */
export function readChanges(value: unknown): readonly ChangeEntry[] {
  return listOf(value).flatMap(readChange).slice(0, MAX_CHANGES);
}

function readChange(value: unknown): ChangeEntry[] {
  const given = recordOf(value);
  const at = timeOf(given['at']);
  const what = CHANGE_KINDS.find((one) => one === given['what']);
  const result = UPDATE_RESULTS.find((one) => one === given['result']);
  if (at === null || !what || !result) return [];
  return [
    {
      at,
      what,
      parts: partsOf(listOf(given['parts']), what),
      result,
      by: textOf(given['by']),
      from: boundedLines(listOf(given['from'])),
      to: boundedLines(listOf(given['to'])),
      reason: REFUSAL_REASONS.find((one) => one === given['reason']) ?? null,
      platforms: listOf(given['platforms']).flatMap(
        (name) => PLATFORM_IDS.find((platform) => platform === name) ?? [],
      ),
      details: String(given['details'] ?? '').slice(0, MAX_DETAILS),
      isTried: given['isTried'] !== false,
    },
  ];
}

/** Older releases stored none. */
function partsOf(given: readonly unknown[], what: ChangeKind): readonly ChangePart[] {
  const parts = CHANGE_PARTS.filter((part) => given.includes(part));
  if (parts.length > 0) return parts;
  return what === 'setup' ? ['egresses', 'arguments'] : [what];
}

function boundedLines(lines: readonly unknown[]): readonly string[] {
  return lines
    .filter((line) => typeof line === 'string')
    .slice(0, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE));
}

/** The properties of a stored value; none of anything else. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
/** The entries of a stored list; none of anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_LINE ? value : null;
const sealedOf = (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_SEALED ? value : null;
/** Stored epoch milliseconds; null for anything else. */
export const timeOf = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
