// Reads from a font which characters it can draw, so that a picture with an empty box in it fails the build.
import { tablesOf } from './tables.ts';

/** Every code point that the font's character map leads to a glyph. Knows the two forms our fonts have: 4 and 12. */
export function lettersOf(font: Buffer): ReadonlySet<number> {
  const letters = new Set<number>();
  const map = tablesOf(font).get('cmap');
  if (!map) throw new Error('the font has no map of characters');
  for (let index = 0; index < map.readUInt16BE(2); index++) {
    const table = map.subarray(map.readUInt32BE(4 + index * 8 + 4));
    const format = table.readUInt16BE(0);
    if (format === 4) readSegments(table, letters);
    if (format === 12) readGroups(table, letters);
  }
  return letters;
}

/** Form 4: segments of two-byte characters, each with a shift or a list of glyphs. */
function readSegments(table: Buffer, letters: Set<number>): void {
  const bytes = table.readUInt16BE(6);
  const [ends, starts] = [14, 16 + bytes];
  const [shifts, lists] = [starts + bytes, starts + 2 * bytes];
  for (let at = 0; at < bytes; at += 2) {
    const start = table.readUInt16BE(starts + at);
    const shift = table.readUInt16BE(shifts + at);
    const list = table.readUInt16BE(lists + at);
    for (let letter = start; letter <= table.readUInt16BE(ends + at); letter++) {
      const listed = list && table.readUInt16BE(lists + at + list + (letter - start) * 2);
      const glyph = list && !listed ? 0 : ((list ? listed : letter) + shift) & 0xffff;
      if (glyph) letters.add(letter);
    }
  }
}

/** Form 12: groups of characters that follow each other, as their glyphs do. */
function readGroups(table: Buffer, letters: Set<number>): void {
  for (let index = 0; index < table.readUInt32BE(12); index++) {
    const group = 16 + index * 12;
    const start = table.readUInt32BE(group);
    const firstGlyph = table.readUInt32BE(group + 8);
    for (let letter = start; letter <= table.readUInt32BE(group + 4); letter++)
      if (firstGlyph + letter - start) letters.add(letter);
  }
}
