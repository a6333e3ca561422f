// Which egress a canary is sent by. Pure.

/**
 * The egresses that a turn tries, the best first: one whose pause is over, so that no visitor has to find out; else the
 * first one every other time, and the others one after the other. A later one is tried only if those before are paused.
 */
export function egressesOfTurn(
  serving: readonly string[],
  turn: number,
  awaitsProbe: (egress: string) => boolean,
): readonly string[] {
  const [first, ...others] = serving;
  const usual = turn % 2 === 1 ? (others[Math.floor(turn / 2) % others.length] ?? first) : first;
  const wanted = serving.find(awaitsProbe) ?? usual;
  return wanted === undefined ? [] : [...new Set([wanted, ...serving])];
}

/** Every how many turns of a link {@link egressesOfTurn} begins with this egress. */
export function turnsBetween(serving: readonly string[], egress: string): number {
  if (serving.length < 2) return 1;
  return egress === serving[0] ? 2 : 2 * (serving.length - 1);
}
