// Cuts cues that overlap into blocks that follow each other, for formats that show one cue at a time.
import type { Cue } from './cue.ts';

/** How many cues a block shows: when another one begins, the oldest goes. */
const MAX_SHOWN = 10;
/** The text of all blocks together; what has more stays as it is. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** The blocks of cues that are in order: each shows, one above the other, all that is shown in its time. */
export function blocksOf(cues: readonly Cue[]): readonly Cue[] {
  const times = [...new Set(cues.flatMap(({ startMs, endMs }) => [startMs, endMs]))].toSorted(
    (a, b) => a - b,
  );
  const blocks: Cue[] = [];
  let shown: readonly Cue[] = [];
  let next = 0;
  let characters = 0;
  for (const [index, startMs] of times.entries()) {
    const starting: Cue[] = [];
    for (let cue = cues[next]; cue && cue.startMs <= startMs; cue = cues[next]) {
      starting.push(cue);
      next += 1;
    }
    shown = [...shown.filter(({ endMs }) => endMs > startMs), ...starting].slice(-MAX_SHOWN);
    const endMs = times[index + 1];
    if (shown.length === 0 || endMs === undefined) continue;
    const text = [...new Set(shown.map((cue) => cue.text))].join('\n');
    characters += text.length;
    if (characters > MAX_CHARACTERS) return cues;
    const last = blocks.at(-1);
    if (last?.endMs === startMs && last.text === text)
      blocks[blocks.length - 1] = { ...last, endMs };
    else blocks.push({ startMs, endMs, text });
  }
  return blocks;
}
