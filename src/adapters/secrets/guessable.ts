// Tells passwords that guessing programs try early: names, dates, keyboards, and those in lists of stolen ones.

/** At most 10^10 guesses are what is called weak by the library's own scale. */
const ENOUGH = 3;

/** Whether somebody with a stolen hash would soon find it; `known` are words that a guesser would try, such as the address. */
export async function isGuessable(password: string, known: readonly string[]): Promise<boolean> {
  // Its lists are large, and a server that runs asks nothing of them.
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return judge.check(password, [...known]).score < ENOUGH;
}
