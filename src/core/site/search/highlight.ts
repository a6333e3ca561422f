// What a result shows: the part of a text with most of the words that were looked for, and where they are.
import { type Token, tokensOf } from './tokens.ts';

/** A part of a text, from `start` to before `end`, in UTF-16 units. */
export type Mark = readonly [start: number, end: number];

export type MarkedText = { readonly text: string; readonly marks: readonly Mark[] };

const EXCERPT_LENGTH = 200;
const LEAD_LENGTH = 40;

/** Where words of a set are in a text; those that touch or overlap become one. */
export function marksIn(text: string, words: ReadonlySet<string>): Mark[] {
  const marks: [number, number][] = [];
  for (const { word, start, end } of tokensOf(text)) {
    if (!words.has(word)) continue;
    const last = marks.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

/** About 200 characters of a text around the most different words of a set; null if it has none of them. */
export function excerptOf(text: string, words: ReadonlySet<string>): MarkedText | null {
  const hits = tokensOf(text).filter(({ word }) => words.has(word));
  if (hits.length === 0) return null;
  const from = beginningBefore(text, startOfMost(hits));
  const to = endAfter(text, from + EXCERPT_LENGTH);
  const part = text.slice(from, to).replaceAll('\n', ' ');
  const shown = `${from > 0 ? '…' : ''}${part.trim()}${to < text.length ? '…' : ''}`;
  return { text: shown, marks: marksIn(shown, words) };
}

/** The start of the hit that has the most different words near behind it; the first of several. */
function startOfMost(hits: readonly Token[]): number {
  const near = new Map<string, number>();
  let [best, most, next] = [0, 0, 0];
  for (const [at, { word, start }] of hits.entries()) {
    const to = start + EXCERPT_LENGTH - LEAD_LENGTH;
    for (let hit = hits[next]; hit && (next === at || hit.end <= to); hit = hits[next]) {
      near.set(hit.word, (near.get(hit.word) ?? 0) + 1);
      next += 1;
    }
    if (near.size > most) [best, most] = [start, near.size];
    const left = (near.get(word) ?? 0) - 1;
    if (left > 0) near.set(word, left);
    else near.delete(word);
  }
  return best;
}

/** The start of the sentence, if it is near, else of a word. */
function beginningBefore(text: string, at: number): number {
  const from = Math.max(0, at - LEAD_LENGTH);
  if (from === 0) return 0;
  const lead = text.slice(from, at);
  const sentence = Math.max(...['\n', '. ', '? ', '! ', '。', '؟ '].map((end) => endOf(lead, end)));
  return wholeCharacter(text, from + (sentence > 0 ? sentence : Math.max(0, endOf(lead, ' '))));
}

function endOf(text: string, sign: string): number {
  const at = text.indexOf(sign);
  return at < 0 ? -1 : at + sign.length;
}

function endAfter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  // Chinese has no spaces.
  return wholeCharacter(text, space > at - LEAD_LENGTH ? space : at);
}

/** The place itself, or the one before it where it lies within a pair of surrogates. */
function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at;
}
