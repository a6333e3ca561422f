// Egresses through the lab's proxy, each with a user name of its own, by which platforms of the lab tell them apart.

/** The text of `EGRESSES` for these names. */
export function namedEgresses(proxyUrl: string, names: readonly string[]): string {
  return names
    .map((name) => `${name}=${proxyUrl.replace('//', `//${name}:x@`)}; resolve=proxy`)
    .join('\n');
}
