// Letters are read, or the file is refused; none is replaced.
import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

it.each<[string, Uint8Array, string, string?]>([
  ['UTF-8', Buffer.from('Grüße 🎬 �'), 'Grüße 🎬 �'],
  ['UTF-8 with a mark', Buffer.from('\ufeffWEBVTT ü'), 'WEBVTT ü'],
  ['UTF-8 that is called otherwise', Buffer.from('Grüße'), 'Grüße', 'text/vtt; charset=iso-8859-1'],
  ['UTF-16', Buffer.from('\ufeffWEBVTT Žluť', 'utf16le'), 'WEBVTT Žluť'],
  ['UTF-16, the other way round', bigEndian('\ufeffمرحبا'), 'مرحبا'],
  ['UTF-16 without a mark', Buffer.from('WEBVTT 日本', 'utf16le'), 'WEBVTT 日本'],
  [
    'Windows-1252',
    latin('\x84Gr\xfc\xdfe\x93 \x80 5 \x96 \xe0 c\xf4t\xe9'),
    '„Grüße“ € 5 – à côté',
  ],
  ['Icelandic in Windows-1252', latin('\xde\xfd\xf0ing \xe1 \xedslensku'), 'Þýðing á íslensku'],
  [
    'what the content type names',
    latin('\xcf\xf0\xe8\xe2\xe5\xf2'),
    'Привет',
    'text/vtt; charset="Windows-1251"',
  ],
  [
    'what the XML declaration names',
    latin('<?xml version="1.0" encoding="ISO-8859-2"?><p>\xe8e\xb9tina</p>'),
    '<?xml version="1.0" encoding="ISO-8859-2"?><p>čeština</p>',
  ],
  [
    'Western letters under a name that does not exist',
    latin('\xfcber'),
    'über',
    'text/vtt; charset=x-user',
  ],
  ['nothing', new Uint8Array(), ''],
])('reads %s', (_name, bytes, text, type) => {
  expect(decodeText(bytes, type)).toBe(text);
});

it.each<[string, Uint8Array]>([
  ['Cyrillic of an unnamed encoding', latin('WEBVTT\n\n\xcf\xf0\xe8\xe2\xe5\xf2 \xec\xe8\xf0')],
  ['Japanese of an unnamed encoding', latin('WEBVTT\n\n\x82\xa0\x82\xa2\x82\xb5')],
  ['damaged UTF-8', Buffer.concat([Buffer.from('Grüße für alle’'), latin('\xe2\x80')])],
  ['half a character of UTF-16', Buffer.concat([Buffer.from('\ufeffab', 'utf16le'), latin('x')])],
])('refuses %s', (_name, bytes) => {
  expect(() => decodeText(bytes)).toThrow(expect.objectContaining({ code: 'choice_unavailable' }));
});
