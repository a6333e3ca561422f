// Whether the event loop goes on turning while something is worked on elsewhere.

/** Fulfilled once parsing has yielded to the event loop this often, or is over, with how often it has. */
export async function turnsWhile(work: Promise<unknown>, enough: number): Promise<number> {
  let turns = 0;
  let isOver = false;
  work
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  while (!isOver && turns < enough) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  return turns;
}
