import { parse } from 'content-disposition';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asciiNameOf } from './ascii-name.ts';
import { contentDisposition } from './file-headers.ts';

const ID = 'YouTube dQw4w9WgXcQ';

it.each<[string, string, string]>([
  ['stays as it is', 'A video (720p).mp4', 'A video (720p).mp4'],
  ['loses its marks', 'Ünïcödé Straße Łódź (1080p).mp4', 'Unicode Strasse Lodz (1080p).mp4'],
  ['of Vietnamese', 'Tiếng Việt đẹp.mp3', 'Tieng Viet dep.mp3'],
  ['of Turkish', 'Işık İstanbul ığüş.mp3', 'Isik Istanbul igus.mp3'],
  ['of Icelandic', 'Þú og ég, æði.mp3', 'Thu og eg, aedi.mp3'],
  ['of French with its quotes', 'L’été à Nîmes – cœur.mp4', "L'ete a Nimes - coeur.mp4"],
  ['of wide letters', 'Ｆｕｌｌ　ｗｉｄｔｈ.mp4', 'Full width.mp4'],
  ['of letters in a ligature', 'ﬁlm №5 ½.mp4', 'film No5 1 2.mp4'],
  ['with emoji', '🎉 Party time 🎉 (720p).mp4', 'Party time (720p).mp4'],
  ['with a few letters of another script', 'Learn 日本 in a week.mp4', 'Learn in a week.mp4'],
  ['of Cyrillic', `${'длинное название '.repeat(6)}(1080p).mp4`, `${ID} (1080p).mp4`],
  ['of Japanese', '日本語の長いタイトル HD (4s-9s, 1080p).webm', `${ID} (4s-9s, 1080p).webm`],
  ['of Arabic', 'فيديو جميل (320 kbps).mp3', `${ID} (320 kbps).mp3`],
  ['of emoji alone', '🎉🎉.mp4', `${ID}.mp4`],
  ['of a device of Windows', 'ÇÓN.mp4', '_CON.mp4'],
  ['without an end', 'Ünï', 'Uni'],
  ['with what shells and systems refuse', 'Ü 50% a?b*c "d".mp4', 'U 50 a b c d.mp4'],
])('a name %s', (_what, name, expected) => {
  expect(asciiNameOf(name, ID)).toBe(expected);
});

it.each([
  ['Twitter / X 1234', 'Twitter X 1234.mp4'],
  ['con', '_con.mp4'],
])('what stands in for it is the name of a file as well: %s', (standIn, expected) => {
  expect(asciiNameOf('Видео.mp4', standIn)).toBe(expected);
});

it('is readable whatever the name, and the full name is beside it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (title) => {
      const name = `${title} (720p).mp4`.toWellFormed();
      const plain = asciiNameOf(name, ID);
      expect(plain).toMatch(/^[\x20-\x7e]+ \(720p\)\.mp4$/);
      expect(plain).not.toMatch(/[<>:"/\\|?*%]/);
      expect(plain.includes('__') && !title.includes('__')).toBe(false);
      expect(plain).toMatch(/[A-Za-z0-9].* \(/);
      const header = contentDisposition(name, ID);
      expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"/);
      expect(parse(header).parameters['filename']).toBe(name);
    }),
  );
});
