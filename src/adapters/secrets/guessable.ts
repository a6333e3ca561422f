// Tells passwords that guessing programs try early: names, dates, keyboards, and those in lists of stolen ones.

/** On the library's scale of 0 to 4: below it a hundred million guesses are enough. */
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
