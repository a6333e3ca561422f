// The entities of XML, HTML and WebVTT that occur in subtitles.

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([a-z]{2,4}));/g;
const MAX_CODE_POINT = 0x10ffff;

/** Replaces entities by their characters; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity, decimal, hexadecimal, name) => {
    if (name !== undefined) return NAMED[name] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : '';
  });
}
