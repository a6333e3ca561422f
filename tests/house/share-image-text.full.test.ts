// How the words of share images are set: real glyphs, joined Arabic, mixed directions, even lines.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutFaces, type Face, type Voice } from '../../scripts/web/share-image/fonts.ts';
import { lettersOf } from '../../scripts/web/share-image/letters.ts';
import { fitHeading } from '../../scripts/web/share-image/lines.ts';
import { runsOf } from '../../scripts/web/share-image/runs.ts';
import { POSTS, type Setter, textSetter } from '../../scripts/web/share-image/text.ts';

const ARABIC = 'حفظ تنزيل الآن سلام مجانا بنسبة بدقة من أو،؟ ';
const CHINESE = '为什么视频下载链接，看清内容（附例子）：保存到你的设备上。或将';
const LATIN = `${Array.from({ length: 94 }, (_, index) => String.fromCodePoint(33 + index)).join('')}äöüßéèçñ¿¡«»āēīōūœ’–— `;
const ROOM = { width: 636, height: 280 };

let folder: string;
let faces: readonly Face[];
let setter: Setter;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-letters-'));
  faces = await cutFaces([ARABIC, CHINESE, LATIN, ...Object.values(POSTS)].join(''), folder);
  setter = textSetter(faces);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A fingerprint of what is drawn. */
const inked = (text: string, language: string, voice: Voice = 'loud') => {
  const { svg } = setter.set({ text, voice, language, size: 60 });
  const { pixels } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="120"><g transform="translate(20 80)">${svg}</g></svg>`,
    setter.options,
  ).render();
  return createHash('sha256').update(pixels).digest('hex');
};
const widthOf = (text: string, language: string) =>
  setter.width({ text, language, voice: 'loud', size: 100 });
const order = (text: string, language: string) =>
  runsOf(text, 'loud', language, faces).map((run) => run.text);
const lines = (text: string, language: string) => fitHeading(text, language, ROOM, setter).lines;

describe('the letters of a picture', () => {
  it.each([
    ['latin', 'en', 'ag'],
    ['latin', 'la-LA', 'āī'],
    ['arabic', 'ar', 'سن'],
    ['chinese', 'zh-CN', '视频'],
  ])('are drawn in %s, in both styles, and are not boxes', (_script, language, pair) => {
    const [one = '', other = ''] = [...pair];
    for (const voice of ['loud', 'quiet'] as const) {
      const nothing = inked('', language, voice);
      expect(inked(one, language, voice)).not.toEqual(nothing);
      // Boxes for missing letters would all look the same.
      expect(inked(one, language, voice)).not.toEqual(inked(other, language, voice));
    }
    expect(inked(one, language, 'loud')).not.toEqual(inked(one, language, 'quiet'));
  });

  it.each([
    ['en', LATIN],
    ['ar', ARABIC],
    ['zh-CN', CHINESE],
  ])('are all in the fonts of %s', async (_language, text) => {
    const fonts = await Promise.all(faces.map(async ({ file }) => lettersOf(await readFile(file))));
    const missing = [...text].filter(
      (letter) => !fonts.some((font) => font.has(letter.codePointAt(0) ?? 0)),
    );
    expect(missing).toEqual([]);
    expect(fonts.some((font) => font.has('Ж'.codePointAt(0) ?? 0))).toBe(false);
  });

  it('come from our fonts alone', () => {
    expect(setter.options.font.loadSystemFonts).toBe(false);
    const chinese = faces.filter((face) => face.script === 'chinese');
    expect(() => runsOf('سلام', 'loud', 'ar', chinese)).toThrow('no font has “س” of “سلام”');
  });

  it('join in Arabic, which makes a word shorter than its letters', () => {
    const apart = [...'سلام'].reduce((sum, letter) => sum + widthOf(letter, 'ar'), 0);
    expect(widthOf('سلام', 'ar')).toBeLessThan(apart * 0.9);
    expect(widthOf('سلام', 'ar')).toBeGreaterThan(0);
  });
});

describe('a line of two directions', () => {
  it.each([
    ['حفظ YouTube الآن', ['الآن', ' ', 'YouTube', ' ', 'حفظ']],
    ['حفظ YouTube Shorts', ['YouTube Shorts', ' ', 'حفظ']],
    ['تنزيل Twitter (X) الآن', ['الآن', ' ', 'Twitter (X)', ' ', 'تنزيل']],
    ['تنزيل MP4 أو MP3', ['MP3', ' ', 'أو', ' ', 'MP4', ' ', 'تنزيل']],
    ['بنسبة 50% مجانا', ['مجانا', ' ', '50%', ' ', 'بنسبة']],
  ])('puts “%s” in the order in which it is read', (text, expected) => {
    // Runs of other faces may cut a part further; the order is what counts.
    expect(order(text, 'ar').join('')).toBe(expected.join(''));
  });

  it('stays in its order in the other languages', () => {
    expect(order('将 YouTube 视频', 'zh-CN').join('')).toBe('将 YouTube 视频');
  });

  it('keeps the space between the two', () => {
    const [tight, spaced] = [widthOf('حفظYouTube', 'ar'), widthOf('حفظ YouTube', 'ar')];
    expect(spaced - tight).toBeGreaterThan(15);
  });

  it('gives a letter from a second font the width of its neighbours', () => {
    expect(Math.abs(widthOf('servā', 'la-LA') - widthOf('serva', 'la-LA'))).toBeLessThan(3);
  });

  it('is drawn as wide as it is measured', () => {
    for (const [text, language] of [
      ['Download', 'en'],
      ['حفظ YouTube الآن', 'ar'],
      ['将 YouTube 视频', 'zh-CN'],
    ] as const) {
      const { ink } = setter.set({ text, language, voice: 'loud', size: 100 });
      expect(Math.abs(ink.right - ink.left - widthOf(text, language))).toBeLessThan(25);
    }
  });
});

describe('the lines of a heading', () => {
  it('fit into their room', () => {
    for (const text of [
      'YouTube-Videos als MP4 oder MP3 herunterladen',
      'Status',
      'A b c d e f g',
    ]) {
      const { size, lines: found } = fitHeading(text, 'de', ROOM, setter);
      for (const line of found) {
        const { ink } = setter.set({ text: line, language: 'de', voice: 'loud', size });
        expect(ink.right - ink.left).toBeLessThanOrEqual(ROOM.width);
      }
      expect(found.join(' ')).toBe(text);
    }
  });

  it('are large for a short heading and smaller for a long one', () => {
    const sizeOf = (text: string) => fitHeading(text, 'en', ROOM, setter).size;
    expect(sizeOf('Status')).toBe(116);
    expect(sizeOf('Why 320 kbps cannot add what the source never had')).toBeLessThan(80);
  });

  it('leave a number with its unit', () => {
    const text = 'Qué es la tasa de bits y por qué «320 kbps» no añade nada';
    expect(lines(text, 'es').some((line) => line.includes('320 kbps'))).toBe(true);
  });

  it('never begin with Chinese punctuation nor end with an opening bracket', () => {
    const found = lines('为什么视频下载链接，看清内容（附例子）：保存到你的设备上。', 'zh-CN');
    expect(found.length).toBeGreaterThan(1);
    for (const line of found) expect(line).not.toMatch(/^[，。：）]|（$/);
  });

  it('keep Chinese words whole', () => {
    for (const line of lines('将视频下载链接保存到你的设备上', 'zh-CN')) {
      const found = [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(line)];
      expect(found.map(({ segment }) => segment).join('')).toBe(line);
      expect(line).not.toMatch(/^频|视$|^备|设$/);
    }
  });
});
