// Searches the cues of subtitles, and puts them together as a text. Pure.

/** One cue; times in milliseconds. */
export type Cue = { readonly startMs: number; readonly endMs: number; readonly text: string };

/** A cue as shown; `marks` are the ranges of its text that were searched for, [start, end). */
export type ShownCue = Cue & { readonly marks: readonly (readonly [number, number])[] };

/** The cues that contain a text, whatever its case; all of them for an empty one. */
export function findCues(cues: readonly Cue[], query: string): readonly ShownCue[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return cues.map((cue) => ({ ...cue, marks: [] }));
  return cues.flatMap((cue) => {
    const marks = marksIn(cue.text, wanted);
    return marks.length > 0 ? [{ ...cue, marks }] : [];
  });
}

function marksIn(text: string, wanted: string): [number, number][] {
  const lower = text.toLocaleLowerCase();
  // Of a different length, such as that of İ, positions would be wrong.
  if (lower.length !== text.length) return lower.includes(wanted) ? [[0, text.length]] : [];
  const marks: [number, number][] = [];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
    marks.push([at, at + wanted.length]);
  return marks;
}

/** A text cut at its marks: every second piece is marked. */
export function piecesOf({ text, marks }: Pick<ShownCue, 'text' | 'marks'>): readonly string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    pieces.push(text.slice(at, start), text.slice(start, end));
    at = end;
  }
  return [...pieces, text.slice(at)];
}
