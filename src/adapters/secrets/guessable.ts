// Detects passwords that cracking programs try early: names, dates, keyboard patterns, leaked passwords.

/** On the library's scale of 0 to 4: a lower score falls within a hundred million guesses. */
const ENOUGH = 3;

/**
 * Whether a stolen hash of this password would soon be cracked; `known` are words that an attacker would try, such as
 * the address.
 */
export async function isGuessable(password: string, known: readonly string[]): Promise<boolean> {
  // Its dictionaries are large and rarely needed: load them on demand.
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return judge.check(password, [...known]).score < ENOUGH;
}
