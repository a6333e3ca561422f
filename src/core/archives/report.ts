// REPORT.txt: what an archive holds, and what is missing in it and why.
import type { ErrorCode, ErrorParams } from '../../shared/errors.ts';
import type { ArchiveFailure } from './ports.ts';

/** The name of the report in an archive. No download has it: their names end like media. */
export const REPORT_NAME = 'REPORT.txt';

/** The text: a line of each file, then each failure with its message. Lines end as Windows' editor requires. */
export function reportOf(
  names: readonly string[],
  failures: readonly ArchiveFailure[],
  explain: (code: ErrorCode, params: ErrorParams) => string,
): string {
  const lines = [
    `${names.length} / ${names.length + failures.length}`,
    '',
    ...names.map((name) => `✓ ${name}`),
    '',
    ...failures.flatMap(({ about, code, params }) => [
      `✗ ${oneLine(about)}`,
      `  ${oneLine(explain(code, params))} (${code})`,
    ]),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** Without line breaks, control characters and the marks that turn the direction of a text. */
const oneLine = (text: string) =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ');
