import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileNameOf, IN_ARCHIVE, OF_ARCHIVE, SHORT, shortened } from './file-name.ts';

const cases = JSON.parse(
  readFileSync(
    path.resolve(import.meta.dirname, '../../../tests/fixtures/security-cases.json'),
    'utf8',
  ),
) as { filenames: { id: string; title: string }[] };

const nameOf = (title: string) => fileNameOf({ title, qualifier: '1080p', extension: 'mp4' });

describe('the name of a file', () => {
  it.each<[string, Parameters<typeof fileNameOf>[0], string]>([
    [
      'says what it is',
      { title: 'A video', qualifier: '1080p', extension: 'mp4' },
      'A video (1080p).mp4',
    ],
    [
      'names who made it',
      { title: 'Song', author: 'Band', qualifier: '320 kbps', extension: 'mp3' },
      'Band - Song (320 kbps).mp3',
    ],
    [
      'may do without a qualifier',
      { title: 'Song', qualifier: null, extension: 'm4a' },
      'Song.m4a',
    ],
    ['of a nameless video', { title: '', qualifier: null, extension: 'webm' }, 'video.webm'],
    [
      'of a nameless sound',
      { title: ' . ', qualifier: '128 kbps', extension: 'mp3' },
      'audio (128 kbps).mp3',
    ],
    [
      'of a nameless picture',
      { title: '\u200b', qualifier: null, extension: 'jpg' },
      'picture.jpg',
    ],
    [
      'of a nameless video of somebody',
      { title: '??', author: 'Ann', qualifier: null, extension: 'mp4' },
      'Ann.mp4',
    ],
  ])('%s', (_name, parts, name) => {
    expect(fileNameOf(parts)).toBe(name);
  });

  it.each<[string, string]>([
    ['..\\..\\windows\\win.ini', 'windows-win.ini (1080p).mp4'],
    ['../../etc/passwd', 'etc-passwd (1080p).mp4'],
    ['C:\\x', 'C-x (1080p).mp4'],
    ['a\r\nSet-Cookie: x=1', 'a Set-Cookie- x=1 (1080p).mp4'],
    ['.htaccess', 'htaccess (1080p).mp4'],
    ['-rf', 'rf (1080p).mp4'],
    ['name. . ', 'name (1080p).mp4'],
    ['CON', 'CON (1080p).mp4'],
    ['con.film', '_con.film (1080p).mp4'],
    ['abc\ud83d', 'abc (1080p).mp4'],
    ['a\u202egpj.exe', 'agpj.exe (1080p).mp4'],
    ['فيديو', 'فيديو (1080p).mp4'],
    ['🎉', '🎉 (1080p).mp4'],
    ['<>:"/\\|?*', 'video (1080p).mp4'],
    ['"Why?" <b>', "'Why' b (1080p).mp4"],
    ['a\u0085b\u2028c\td', 'ab c d (1080p).mp4'],
  ])('of %j is %j', (title, name) => {
    expect(nameOf(title)).toBe(name);
  });

  it.each(['con', 'NUL', 'com1', 'lpt9', 'COM¹', 'aux .x'])(
    'never is the device %s of Windows',
    (title) => {
      expect(fileNameOf({ title, qualifier: null, extension: 'mp4' })).toBe(`_${title}.mp4`);
    },
  );

  it('is cut between letters and keeps what it says of the file', () => {
    const name = fileNameOf({
      title: 'ю🎬'.repeat(200),
      author: 'ä'.repeat(100),
      qualifier: '2160p',
      extension: 'webm',
    });
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(Buffer.byteLength(name)).toBeGreaterThan(190);
    expect(name).toMatch(/^ä{30} - [ю🎬]+ \(2160p\)\.webm$/u);
    expect(name.isWellFormed()).toBe(true);
  });

  it.each<[string, string, string]>([
    ['Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['Devanagari', 'क\u094d\u200dष', 'क\u094d\u200dष'],
    ['Malayalam, at the end of a word', 'ഞാന\u0d4d\u200d വരാം', 'ഞാന\u0d4d\u200d വരാം'],
    ['Bengali, before its sign', 'র\u200d\u09cdয', 'র\u200d\u09cdয'],
    ['Adlam', '𞤀\u200c𞤁', '𞤀\u200c𞤁'],
    ['a family', '👩\u200d👩\u200d👧', '👩\u200d👩\u200d👧'],
    ['a profession', '👩🏽\u200d💻', '👩🏽\u200d💻'],
    ['Latin letters', 'pay\u200dpal.com\u200c', 'paypal.com'],
    ['what looks like an ending', 'photo.j\u200dpg', 'photo.jpg'],
    ['both ends', '\u200cسلام\u200d', 'سلام'],
    ['a row', 'می\u200c\u200d\u200cخواهم', 'می\u200cخواهم'],
    ['Latin beside Persian', 'CD\u200cها', 'CDها'],
    ['direction marks', 'a\u200eب\u200f\u061c', 'aب'],
  ])('keeps the joiners that its letters need: %s', (_name, title, expected) => {
    expect(fileNameOf({ title, qualifier: null, extension: 'mp4' })).toBe(`${expected}.mp4`);
  });

  it.each<[string, string, string]>([
    [
      'at a word',
      `${'walking in the hills '.repeat(9)}`,
      `${'walking in the hills '.repeat(6)}walking in`,
    ],
    ['without what joins', `${'a'.repeat(130)} - ${'b'.repeat(60)}`, 'a'.repeat(130)],
    ['within a word, where there is no other', 'x'.repeat(300), 'x'.repeat(138)],
    ['within a word that is most of it', `On ${'x'.repeat(300)}`, `On ${'x'.repeat(135)}`],
    ['at a Cyrillic word', 'длинное слово '.repeat(20), 'длинное слово '.repeat(7).trim()],
    ['between Japanese letters', '日本語'.repeat(50), `${'日本語'.repeat(20)}日本`],
  ])('is cut %s, so that a folder of Windows has room for it', (_how, title, expected) => {
    const name = nameOf(title);
    expect(name).toBe(`${expected} (1080p).mp4`);
    expect(name.length).toBeLessThanOrEqual(150);
  });

  it.each<[string, string]>([
    ['A video (1080p).mp4', 'A video (1080p).mp4'],
    [nameOf('длинное слово '.repeat(20)), `${'длинное слово '.repeat(4).trim()} (1080p).mp4`],
    [nameOf('日本語'.repeat(50)), `${'日本語'.repeat(12)}日本 (1080p).mp4`],
    [
      fileNameOf({
        title: `${'long '.repeat(40)}`,
        author: 'Band',
        qualifier: '1m2s-2m3s, 1080p',
        extension: 'webm',
      }),
      `Band - ${'long '.repeat(19).trim()} (1m2s-2m3s, 1080p).webm`,
    ],
    [`${'A file of a visitor '.repeat(9)}`, `${'A file of a visitor '.repeat(6).trim()} A file`],
  ])('%j has a shorter form, with the same end', (name, expected) => {
    const short = shortened(name, SHORT);
    expect(short).toBe(expected);
    // With what browsers append, it is no longer than eCryptfs allows.
    expect(Buffer.byteLength(`${short} (1).crdownload`)).toBeLessThanOrEqual(143);
    expect(shortened(short, SHORT)).toBe(short);
  });

  it('leaves room in a path of Windows for a ZIP file that is extracted', () => {
    const title = 'word '.repeat(60);
    const zip = fileNameOf({ title, qualifier: null, extension: 'zip' }, OF_ARCHIVE);
    const member = shortened(nameOf(title), IN_ARCHIVE);
    const folder = 'C:\\Users\\Somebody\\OneDrive - A Company Ltd\\Downloads\\';
    expect(`${folder}${zip.replace('.zip', ' (1)')}\\${member}`.length).toBeLessThan(260);
  });

  it('is cut between whole emoji', () => {
    const family = '👩\u200d👩\u200d👧\u200d👦';
    const name = fileNameOf({ title: family.repeat(20), qualifier: null, extension: 'mp4' });
    expect(name).toBe(`${family.repeat(7)}.mp4`);
  });

  it('has a real extension or none is made', () => {
    for (const extension of ['', 'MP4', 'a/b', 'x.y', 'toolong']) {
      expect(() => fileNameOf({ title: 'x', qualifier: null, extension })).toThrow(TypeError);
    }
  });
});

describe('on a disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keepreel-names-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(cases.filenames)('$id is written and found under its name', async ({ title }) => {
    const name = nameOf(title);
    await writeFile(path.join(folder, name), '');
    expect(await readdir(folder)).toEqual([name]);
    await rm(path.join(folder, name));
  });

  it('any title whatsoever makes a name that every system takes', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(texts, texts, texts, (title, author, qualifier) => {
        const name = fileNameOf({ title, author, qualifier, extension: 'mp4' });
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
        expect(name).toMatch(/^[^. -].*\.mp4$/u);
        expect(name.replace(/[\u200c\u200d]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/u);
        expect(name).not.toMatch(/(?:^|[\p{ASCII}\u200c\u200d])[\u200c\u200d]/u);
        expect(path.basename(name)).toBe(name);
        expect(name.replace(/\.mp4$/, '')).not.toMatch(/[ .]$/);
      }),
    );
  });
});
