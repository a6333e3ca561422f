// Reads the tables of an unpacked font, and gives a font another name.

const HEADER_BYTES = 12;
const RECORD_BYTES = 16;

/** The tables of a font by their names. */
export function tablesOf(font: Buffer): ReadonlyMap<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const record = HEADER_BYTES + index * RECORD_BYTES;
    const start = font.readUInt32BE(record + 8);
    const table = font.subarray(start, start + font.readUInt32BE(record + 12));
    tables.set(font.toString('latin1', record, record + 4), table);
  }
  return tables;
}

/**
 * The same font under a family of our own. The renderer takes the first face whose family fits; what the packages call theirs
 * differs from weight to weight and is the same for the parts of one face. Sums stay empty: the renderer reads none.
 */
export function withFamily(font: Buffer, family: string): Buffer {
  const tables = [...new Map(tablesOf(font)).set('name', nameTable(family))].sort(
    ([one], [other]) => (one < other ? -1 : 1),
  );
  const header = Buffer.alloc(HEADER_BYTES + tables.length * RECORD_BYTES);
  font.copy(header, 0, 0, HEADER_BYTES);
  header.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [header];
  let start = header.length;
  for (const [index, [name, table]] of tables.entries()) {
    const record = HEADER_BYTES + index * RECORD_BYTES;
    header.write(name, record, 'latin1');
    header.writeUInt32BE(start, record + 8);
    header.writeUInt32BE(table.length, record + 12);
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    start += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** A table with one text as the names of family (1), style (2) and PostScript (6), as Windows has them: in UTF-16. */
function nameTable(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const kinds = [1, 2, 6];
  const header = Buffer.alloc(6 + kinds.length * 12);
  header.writeUInt16BE(kinds.length, 2);
  header.writeUInt16BE(header.length, 4);
  for (const [index, kind] of kinds.entries()) {
    const record = [3, 1, 0x409, kind, text.length, 0];
    for (const [place, value] of record.entries())
      header.writeUInt16BE(value, 6 + index * 12 + place * 2);
  }
  return Buffer.concat([header, text]);
}
