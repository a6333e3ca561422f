// Breaks a heading into lines of even length, in the largest size that fits.
import type { Setter } from './text.ts';

type Room = { readonly width: number; readonly height: number };
type Heading = { readonly size: number; readonly lines: readonly string[] };
/** What stays on one line, how long it is in size 1, and that without the space at its end. */
type Piece = {
  readonly text: string;
  readonly width: number;
  readonly trimmedWidth: number;
  /** How well a line ends here. A broken word reads worse than a line that is a third too short, a comma better. */
  readonly end: 'hyphen' | 'phrase' | 'word';
};
type Division = {
  readonly cost: number;
  readonly lines: readonly { readonly text: string; readonly width: number }[];
};

/** From the size of a poster to the smallest that is still read in a chat. A long heading may have more lines. */
const SIZES = [
  { size: 116, lines: 2 },
  { size: 104, lines: 2 },
  { size: 92, lines: 3 },
  { size: 84, lines: 3 },
  { size: 76, lines: 4 },
  { size: 68, lines: 4 },
  { size: 60, lines: 4 },
  { size: 54, lines: 5 },
  { size: 48, lines: 5 },
] as const;
/** A shortest line of this share of the longest one looks even. */
const EVEN_ENOUGH = 0.6;
const LONELY_COST = 0.28;
/** What a line that ends with a phrase is worth: enough to choose among equals, too little to draw smaller for. */
const PHRASE_BONUS = 0.04;
const PHRASE_END = /[,:;.?!，、：；。？！،؟]\s*$/u;
const UNIT = /^(?:[kMG]?(?:bps|bit|B|Hz)|[kMG]bit|fps|min|s)$/;

/** From one line to the next, as a share of the size; Arabic reaches further up and down. */
export function leadingOf(language: string): number {
  return { ar: 1.32, zh: 1.24 }[new Intl.Locale(language).language] ?? 1.06;
}

/** Chooses size and lines. Throws when even the smallest size is too large, for a picture must not cut words off. */
export function fitHeading(text: string, language: string, room: Room, setter: Setter): Heading {
  const width = (words: string) => setter.width({ text: words, voice: 'loud', size: 1, language });
  const pieces = partsOf(text.trim(), language).map((part): Piece => {
    const end = /\p{L}[-–]$/u.test(part) ? 'hyphen' : PHRASE_END.test(part) ? 'phrase' : 'word';
    return { text: part, width: width(part), trimmedWidth: width(part.trimEnd()), end };
  });
  let chosen = { size: 0, lines: [] as readonly string[], worth: 0 };
  for (const { size, lines: most } of SIZES) {
    const allowed = Math.min(most, Math.floor(room.height / (size * leadingOf(language)) + 0.1));
    for (let count = 1; count <= allowed; count++) {
      const lines = divide(pieces, count, room.width / size);
      if (!lines) continue;
      // Large is good, a word left alone on its line is not.
      const widths = lines.map((line) => line.width);
      const even = Math.min(1, Math.min(...widths) / Math.max(...widths) / EVEN_ENOUGH);
      const phrases = lines.slice(0, -1).filter((line) => PHRASE_END.test(line.text)).length;
      const worth = size * (1 - LONELY_COST * (1 - even) + PHRASE_BONUS * phrases);
      if (worth > chosen.worth) chosen = { size, lines: lines.map((line) => line.text), worth };
    }
  }
  if (chosen.worth === 0) throw new Error(`the heading is too long for a picture: “${text}”`);
  return { size: chosen.size, lines: chosen.lines };
}

/** Where a line may end: after a space or a hyphen inside a word, in Chinese after each word, never before punctuation. */
function partsOf(text: string, language: string): readonly string[] {
  const parts: string[] = [];
  const chinese = /\p{Script=Han}/u;
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  for (const { segment } of words.segment(text)) {
    const last = parts.at(-1) ?? '';
    const afterSpace = / $/.test(last) && !(/\d $/.test(last) && UNIT.test(segment));
    const afterHyphen = /\p{L}[-–]$/u.test(last) && /^\p{L}/u.test(segment);
    const inChinese = (chinese.test(last) || chinese.test(segment)) && !/^[\p{P}\s]/u.test(segment);
    const opening = /[\p{Ps}\p{Pi}¿¡]$/u.test(last);
    const free = (afterSpace || afterHyphen || inChinese) && !opening && segment !== ' ';
    if (free || parts.length === 0) parts.push(segment);
    else parts[parts.length - 1] = last + segment;
  }
  return parts;
}

/** The division into so many lines whose lengths differ least; null if one would not fit. */
function divide(pieces: readonly Piece[], count: number, most: number): Division['lines'] | null {
  const ideal = pieces.reduce((sum, piece) => sum + piece.width, 0) / count;
  const costOfEnd = { hyphen: (ideal / 3) ** 2, phrase: -((ideal / 3) ** 2), word: 0 };
  const best = (rest: readonly Piece[], left: number): Division | null => {
    let found: Division | null = null;
    let before = 0;
    for (const [index, piece] of rest.slice(0, rest.length - left + 1).entries()) {
      const width = before + piece.trimmedWidth;
      if (width > most) break;
      before += piece.width;
      const isEnd = index === rest.length - 1;
      if (left === 1 && !isEnd) continue;
      const below = isEnd ? { cost: 0, lines: [] } : best(rest.slice(index + 1), left - 1);
      if (!below) continue;
      const cost = (width - ideal) ** 2 + (isEnd ? 0 : costOfEnd[piece.end]) + below.cost;
      const text = rest.slice(0, index + 1).map((one) => one.text);
      if (!found || cost < found.cost)
        found = { cost, lines: [{ text: text.join('').trim(), width }, ...below.lines] };
    }
    return found;
  };
  return count > pieces.length ? null : (best(pieces, count)?.lines ?? null);
}
