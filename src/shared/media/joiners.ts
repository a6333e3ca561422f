// Zero width joiners and non-joiners: scripts and emoji need them; elsewhere they make two texts look the same.

/** Letters and marks of the scripts whose letters join: `U+200C` and `U+200D` change how these are drawn. */
const LETTER =
  /^(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Bali}\p{scx=Java}]/u;
/** Signs that take the vowel from a letter. A joiner behind one is part of the letter, at the end of a word too. */
const VIRAMA = /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/;
/** What may stand before a joiner in a sequence of emoji, and what after it. */
const BEFORE = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)/u;
const AFTER = /^\p{Extended_Pictographic}/u;
const JOINERS = /[\u200c\u200d]+/g;

/** The text with the joiners that its letters and emoji need, one at a place, and without all others. */
export function withNeededJoiners(text: string): string {
  return text.replace(JOINERS, (run: string, at: number) => {
    const before = text.slice(Math.max(0, at - 2), at);
    // The last code point: of a pair its first half, else its last unit.
    const last = /^[\ud800-\udbff][\udc00-\udfff]$/.test(before) ? before : before.slice(-1);
    const next = text.slice(at + run.length, at + run.length + 2);
    const [joiner = ''] = run;
    if (LETTER.test(last) && LETTER.test(next)) return joiner;
    const isNeeded =
      joiner === '\u200d' && (VIRAMA.test(last) || (BEFORE.test(last) && AFTER.test(next)));
    return isNeeded ? joiner : '';
  });
}
