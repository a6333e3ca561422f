// Adds the address of a server to the ZIP of the extension that it offers, so that visitors need not type it.
import { crc32 } from '../../shared/archives/crc32.ts';
import { type ZipMember, zipLayout } from '../../shared/archives/zip.ts';

/** The file that the extension's options page reads. */
export const PRESET_NAME = 'server.json';

/** Of the directory at the end of a ZIP, and of the header before each file. */
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const HEADER_BYTES = 30;

/** A ZIP with all files of `zip`, as our own build packs them (not compressed, no comment), and the address. */
export function withServer(zip: Buffer, server: string): Buffer {
  const end = zip.length - END_BYTES;
  const members: ZipMember[] = [];
  const contents: Uint8Array[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameBytes = zip.readUInt16LE(at + 28);
    const header = zip.readUInt32LE(at + 42);
    const size = zip.readUInt32LE(at + 24);
    const start =
      header + HEADER_BYTES + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    members.push({
      name: zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      size,
      crc32: zip.readUInt32LE(at + 16),
      modifiedAt: ALWAYS,
    });
    contents.push(zip.subarray(start, start + size));
    at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  const preset = Buffer.from(JSON.stringify({ server }));
  members.push({
    name: PRESET_NAME,
    size: preset.length,
    crc32: crc32(preset),
    modifiedAt: ALWAYS,
  });
  contents.push(preset);
  return Buffer.concat(
    zipLayout(members).pieces.map((piece) =>
      piece.kind === 'bytes' ? piece.bytes : (contents[piece.index] ?? Buffer.alloc(0)),
    ),
  );
}

/** The earliest time that the format knows: the same server always sends the same bytes. */
const ALWAYS = Date.UTC(1980, 0, 1);
