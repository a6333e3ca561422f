// Cuts a line of mixed scripts into runs that one face can draw, in the order they stand from left to right.
// Limits: one level of left-to-right words inside a right-to-left line, which is what brand names and figures need.
import type { Face, Script, Voice } from './fonts.ts';

/** Letters side by side that have one face and one direction. */
export type Run = { readonly text: string; readonly face: Face; readonly rightToLeft: boolean };

const WORD = String.raw`[\p{Script=Latin}\d][\p{Script=Latin}\p{M}\d]*[%+]?`;
const WORDS = `${WORD}(?:[ .,:/&'’@–-]{1,3}${WORD})*`;
/** Words that run to the right, with what stands between them and a bracket that belongs to them. */
const ISLANDS = new RegExp(String.raw`(${WORDS}(?: \(${WORDS}\))?)`, 'u');

/** Whether lines of a language begin on the right. */
export function isRightToLeft(language: string): boolean {
  return scriptOf(language) === 'arabic';
}

/** The script that a language is written in. */
export function scriptOf(language: string): Script {
  const script = new Intl.Locale(language).maximize().script;
  if (script === 'Arab') return 'arabic';
  return script === 'Hans' ? 'chinese' : 'latin';
}

/** The runs of a line, from left to right. Throws for a letter that no face has: better no picture than an empty box. */
export function runsOf(
  text: string,
  voice: Voice,
  language: string,
  faces: readonly Face[],
): Run[] {
  const own = scriptOf(language);
  const able = faces.filter((face) => face.voice === voice);
  if (!isRightToLeft(language)) return runsOfFaces(text, own, false, able);
  // Split at a group: every second part is an island.
  const parts = text.split(ISLANDS).flatMap((part, index) => {
    if (index % 2) return runsOfFaces(part, own, false, able).reverse();
    // Spaces at the ends are runs of their own: inside a run that is drawn separately they would move to its other side.
    const [before = '', after = ''] = [/^ +/.exec(part)?.[0], /(?<=[^ ]) +$/.exec(part)?.[0]];
    return [
      ...runsOfFaces(before, own, false, able),
      ...runsOfFaces(part.trim(), own, true, able),
      ...runsOfFaces(after, own, false, able),
    ];
  });
  return parts.reverse();
}

/** Cuts where the face changes. Latin letters and digits have our face everywhere, the rest the language's own where it can. */
function runsOfFaces(
  text: string,
  own: Script,
  rightToLeft: boolean,
  faces: readonly Face[],
): Run[] {
  const runs: Run[] = [];
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    const wanted = /[\p{Script=Latin}\d]/u.test(segment) ? 'latin' : own;
    const able = faces.filter((face) =>
      [...segment].every((letter) => face.letters.has(letter.codePointAt(0) ?? 0)),
    );
    const face = able.find((one) => one.script === wanted) ?? able[0];
    if (!face) throw new Error(`no font has “${segment}” of “${text}”`);
    const last = runs.at(-1);
    if (last?.face === face) runs[runs.length - 1] = { ...last, text: last.text + segment };
    else runs.push({ text: segment, face, rightToLeft });
  }
  return runs;
}
