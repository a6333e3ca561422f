// The options of a benchmark run: which parts, how often, and of what size.
import { parseArgs } from 'node:util';

/** The parts, in the order in which they run. */
export const PARTS = [
  'inspect',
  'download',
  'early',
  'clip',
  'second',
  'mp3',
  'edit',
  'memory',
  'attack',
  'page',
  'fleet',
  'queue',
] as const;

/** One of {@link PARTS}. */
export type Part = (typeof PARTS)[number];

/** How often and of what size. `runs` are those that count, for each side. */
export type Options = {
  readonly runs: number;
  readonly megabytes: number;
  readonly minutes: number;
  readonly bigMegabytes: number;
};

/** Reads `[part…] [--runs 7] [--megabytes 92] [--minutes 10] [--big-megabytes 2000]`; no part means all. Throws TypeError. */
export function readOptions(words: readonly string[]): { parts: Part[]; options: Options } {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '7' },
      megabytes: { type: 'string', default: '92' },
      minutes: { type: 'string', default: '10' },
      'big-megabytes': { type: 'string', default: '2000' },
    },
  });
  const unknown = positionals.find((word) => !PARTS.some((part) => part === word));
  if (unknown !== undefined)
    throw new TypeError(`There is no part ${unknown}, only ${PARTS.join(', ')}.`);
  return {
    parts: PARTS.filter((part) => positionals.length === 0 || positionals.includes(part)),
    options: {
      runs: whole('runs', values.runs, 30),
      megabytes: whole('megabytes', values.megabytes, 3500),
      minutes: whole('minutes', values.minutes, 160),
      bigMegabytes: whole('big-megabytes', values['big-megabytes'], 3500),
    },
  };
}

function whole(name: string, text: string, largest: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= largest) return value;
  throw new TypeError(`--${name} is a whole number from 1 to ${largest}.`);
}
