// How texts, ids and language tags of platforms are normalized.
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanParagraphs, cutText, languageTag, safeId } from './read-text.ts';

describe('cleanLine', () => {
  it.each([
    ['a  b\n\tc', 'a b c'],
    ['  x ', 'x'],
    ['a\u0000b\u001b[31mc\u0085d', 'a b [31mc d'],
    ['photo\u202egnp.exe', 'photo gnp.exe'],
    ['\u2066a\u2069 \ufeffb\u2028c', 'a b c'],
    ['a\ud83d', 'a\ufffd'],
    ['\udc00a', '\ufffda'],
    ['مرحبا\u200f!', 'مرحبا\u200f!'],
    ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
    ['می\u200cخواهم \u200c', 'می\u200cخواهم'],
    ['pay\u200dpal\u200c \u200dx', 'paypal x'],
    ['❤\ufe0f\u200d🔥', '❤\ufe0f\u200d🔥'],
    ['</script><b>', '</script><b>'],
    ['', null],
    [' \n\u0000 ', null],
    [null, null],
  ])('maps %j to %j', (value, line) => {
    expect(cleanLine(value, 200)).toBe(line);
  });
});

describe('cleanParagraphs', () => {
  it('keeps line breaks, and at most one empty line between paragraphs', () => {
    expect(cleanParagraphs('a \r\n b\t c\n\n\n\n\u202ed\u0000\n', 200)).toBe('a\nb c\n\nd');
  });

  it('is null for blank text', () => {
    expect(cleanParagraphs('\n \n', 200)).toBeNull();
    expect(cleanParagraphs(null, 200)).toBeNull();
  });
});

describe('cutText', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['😀😀😀', 2, '😀😀'],
    // Grapheme clusters (a person, a family, a flag, an accent) are kept whole or left out.
    ['a👩‍👩‍👧', 4, 'a'],
    ['a👩‍👩‍👧', 6, 'a👩‍👩‍👧'],
    ['a👩‍👩‍👧b', 6, 'a👩‍👩‍👧'],
    ['a🇩🇪', 2, 'a'],
    ['ae\u0301', 2, 'a'],
    ['ae\u0301', 3, 'ae\u0301'],
    // A single grapheme longer than the limit is cut nevertheless.
    [`e${'\u0301'.repeat(50)}`, 10, `e${'\u0301'.repeat(9)}`],
  ])('cuts %j to %i code points', (text, maxLength, cut) => {
    expect(cutText(text, maxLength)).toBe(cut);
    expect(cut.isWellFormed()).toBe(true);
  });
});

describe('safeId', () => {
  it.each([
    ['18', '18'],
    ['hls-720p.mp4_x', 'hls-720p.mp4_x'],
    ['../../etc/passwd', 'etc_passwd'],
    ['..', ''],
    ['a..b', 'a.b'],
    ['a/b\u0000c', 'a_b_c'],
    ['é', ''],
    ['x'.repeat(100), 'x'.repeat(64)],
    [null, ''],
  ])('maps %j to %j', (value, id) => {
    expect(safeId(value)).toBe(id);
  });
});

describe('languageTag', () => {
  it.each([
    ['en', 'en'],
    ['en-US', 'en-US'],
    ['EN_us', 'en-US'],
    ['eng-US', 'en-US'],
    ['iw', 'he'],
    ['es-419', 'es-419'],
    ['zh-Hans', 'zh-Hans'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['en-desc', 'en'],
    ['de-orig', 'de'],
    ['en-j3PyPqV-e1s', 'en'],
    ['und', null],
    ['mul', null],
    ['English', null],
    ['e', null],
    ['', null],
    [null, null],
  ])('maps %j to %j', (value, tag) => {
    expect(languageTag(value)).toBe(tag);
  });
});
