// Holds the closed list of errors against its statuses, its words and its document, as a pure check.

/** What is compared: the codes, and what each of the three says of them. */
export type ErrorSources = {
  readonly codes: readonly string[];
  readonly status: Readonly<Record<string, number>>;
  readonly words: Readonly<Record<string, string>>;
  /** The text of docs/errors.md. */
  readonly document: string;
};

/** A sentence for every code that is missing, unexpected or different in one of them. */
export function errorDisagreements({ codes, status, words, document }: ErrorSources): string[] {
  const rows = new Map(
    [...document.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm)].map((row) => [
      row[1] ?? '',
      Number(row[2]),
    ]),
  );
  const lacking = codes.flatMap((code) => [
    ...(status[code] === undefined ? [`${code} has no status`] : []),
    ...(words[code]?.trim() ? [] : [`${code} has no words`]),
    ...(rows.has(code) ? [] : [`${code} is not in docs/errors.md`]),
    ...(rows.has(code) && rows.get(code) !== status[code]
      ? [`${code} has another status in docs/errors.md`]
      : []),
  ]);
  const known = new Set(codes);
  const surplus = [...Object.keys(status), ...Object.keys(words), ...rows.keys()].filter(
    (code) => !known.has(code),
  );
  return [...lacking, ...surplus.map((code) => `${code} is not a code`)];
}
