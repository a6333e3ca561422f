// What a person reads at a terminal once the server runs: where the site is, how to become its operator, and who explains the rest.

/** The lines. `hasOperators` is null on a server without pages. */
export function startLines({
  url,
  hasOperators,
}: {
  readonly url: string;
  readonly hasOperators: boolean | null;
}): string {
  const lines = [
    hasOperators === null
      ? `Works for the servers that have pages; its state: ${url}/readyz`
      : `Keepreel is ready: ${url}`,
  ];
  if (hasOperators === true) lines.push(`Operators sign in at ${url}/admin`);
  if (hasOperators === false)
    lines.push('There is no operator yet. Add one: npm run admin -- add you@example.com');
  lines.push('What works here, and what is missing: npm run doctor');
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`;
}
