// Decodes subtitles whose encoding is not stated, or wrongly.
import { AppError } from '../../shared/errors.ts';

const DECLARED = /\bcharset\s?=\s?"?([\w:.-]{1,40})/i;
const FOREIGN = /[\xc0-\xff]{4}|[\x80-\xff]{6}/;
const DECLARED_IN_XML = /^<\?xml[^>]{0,100}\bencoding=["']([\w:.-]{1,40})["']/;

/**
 * The text of a file: in the encoding of its byte order mark, in UTF-8, in the one that its content type or its XML declaration
 * names, or in Windows-1252. Throws AppError `choice_unavailable` for letters that none of them explains.
 */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
  const marked = markedEncoding(bytes);
  const text =
    decoded(bytes, marked ?? 'utf-8') ?? (marked ? null : decodedLegacy(bytes, contentType));
  if (text === null) throw new AppError('choice_unavailable', { detail: 'in an unknown encoding' });
  return text;
}

/** UTF-16, by its mark, or by the half that is empty: the files that are read here begin in ASCII. */
function markedEncoding([first, second]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return 'utf-16be';
  return null;
}

function decodedLegacy(bytes: Uint8Array, contentType: string): string | null {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const named = DECLARED.exec(contentType)?.[1] ?? DECLARED_IN_XML.exec(start)?.[1];
  return (
    (named === undefined ? null : decoded(bytes, named)) ??
    (looksWestern(bytes) ? decoded(bytes, 'windows-1252') : null)
  );
}

/** Null for bytes that are not in this encoding, and for encodings that do not exist. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether bytes can be Windows-1252: other alphabets have many letters beyond ASCII in a row, damaged UTF-8 has whole characters. */
function looksWestern(bytes: Uint8Array): boolean {
  if (FOREIGN.test(Buffer.from(bytes).toString('latin1'))) return false;
  let [whole, broken] = [0, 0];
  const text = new TextDecoder().decode(bytes);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0xfffd) broken += 1;
    else if (unit > 0x7f && !isLowSurrogate(unit)) whole += 1;
  }
  return whole < broken;
}

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
