// Segments that are decrypted piece by piece, and bytes that are text instead of media.
import { createCipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seededBody } from '../../../../tests/fixtures/fetch/seeded-body.ts';
import { createDecryptor } from './decrypt-segment.ts';
import { looksLikeText } from './sniff-text.ts';

const KEY = Buffer.from('0123456789abcdef');
const IV = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const PLAIN = seededBody(1000, 'segment');

function seal(plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', KEY, IV);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

function decrypt(bytes: Buffer, pieceBytes: number, mayBeOpen: boolean): Buffer {
  const { end, open } = createDecryptor(KEY, IV, mayBeOpen);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes)
    out.push(open(bytes.subarray(at, at + pieceBytes)));
  return Buffer.concat([...out, end()]);
}

describe('an encrypted segment', () => {
  it.each([1, 3, 7, 8, 16, 333, 5000])('is decrypted in pieces of %i bytes', (pieceBytes) => {
    for (const mayBeOpen of [false, true])
      expect(decrypt(seal(PLAIN), pieceBytes, mayBeOpen).equals(PLAIN)).toBe(true);
  });

  it.each(['ftyp', 'styp', 'moov', 'moof', 'sidx'])(
    'may be an initialization section in the open: %s',
    (box) => {
      const head = Buffer.concat([Buffer.from(`\0\0\x03\xe8${box}`, 'latin1'), PLAIN.subarray(8)]);
      for (const pieceBytes of [1, 7, 8, 5000])
        expect(decrypt(head, pieceBytes, true).equals(head)).toBe(true);
      expect(() => decrypt(head, 5000, false)).toThrow(
        expect.objectContaining({ code: 'bad_media' }),
      );
    },
  );

  it.each([
    ['with another key', seal(PLAIN).fill(1, 980)],
    ['cut within a block', seal(PLAIN).subarray(0, 990)],
  ])('is bad media %s', (_, bytes) => {
    for (const mayBeOpen of [false, true])
      expect(() => decrypt(bytes, 100, mayBeOpen)).toThrow(
        expect.objectContaining({ code: 'bad_media' }),
      );
  });
});

describe('bytes in place of media', () => {
  it.each([
    ['a page', '<!doctype html>', true],
    ['a page behind empty lines', '\r\n\t <html>', true],
    ['a page behind a mark', '\u00ef\u00bb\u00bf<html>', true],
    ['a page behind a mark and empty lines', '\u00ef\u00bb\u00bf\n<html>', true],
    ['an answer of a program', '{"error":"gone"}', true],
    ['a playlist', '#EXTM3U\n', true],
    ['a page far behind media', `\0\0\0\x18ftypisom${' '.repeat(60)}<html>`, false],
    ['an MP4', '\0\0\0\x18ftypisom', false],
    ['a comment', '#EXT', false],
    ['nothing', '', false],
  ])('are text if they are %s: %j is %s', (_, text, isText) => {
    expect(looksLikeText(Buffer.from(text, 'latin1'))).toBe(isText);
  });
});
