// The icons and the manifest that the build makes for home screens.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawIcons, manifestOf } from '../../scripts/web/icons.ts';
import { readLanguages } from '../../scripts/web/languages.ts';
import { readColours } from '../../scripts/web/share-image/colours.ts';

const LOCALES = path.resolve(import.meta.dirname, '../../content/locales');
const words = { name: 'Keepreel', shortName: 'Keepreel', description: 'Saves videos.' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-icons-'));
  await drawIcons(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sideOf = (png: Buffer) => {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(png.readUInt32BE(20));
  return png.readUInt32BE(16);
};

describe('the icons', () => {
  it.each([
    ['icon-192.png', 192],
    ['icon-512.png', 512],
    ['icon-maskable-512.png', 512],
    ['apple-touch-icon.png', 180],
  ])('%s is a square of %i and small', async (name, side) => {
    const png = await readFile(path.join(folder, name));
    expect(sideOf(png)).toBe(side);
    expect(png.length).toBeLessThan(20_000);
  });

  it('favicon.ico holds one PNG of 32', async () => {
    const ico = await readFile(path.join(folder, 'favicon.ico'));
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    const png = ico.subarray(ico.readUInt32LE(18));
    expect(png.length).toBe(ico.readUInt32LE(14));
    expect(sideOf(png)).toBe(32);
  });
});

describe('the manifest', () => {
  it('names only icons that there are', async () => {
    const [english] = readLanguages(LOCALES);
    if (!english) throw new Error('there is no English');
    const { icons } = JSON.parse(manifestOf(english, words, await readColours()));
    expect(icons.map((icon: { purpose: string }) => icon.purpose)).toContain('maskable');
    for (const { src, sizes } of icons) {
      if (sizes === 'any') continue;
      expect(`${sideOf(await readFile(path.join(folder, src)))}`).toBe(sizes.split('x')[0]);
    }
  });

  it.each(readLanguages(LOCALES))(
    'opens the home page of $code and takes links there',
    async (one) => {
      const manifest = JSON.parse(manifestOf(one, words, await readColours()));
      const home = one.prefix || '/';
      expect(manifest).toMatchObject({
        id: '/',
        scope: '/',
        start_url: home,
        lang: one.tag,
        dir: one.dir,
        display: 'standalone',
        theme_color: '#faf7f2',
        background_color: '#faf7f2',
        share_target: { action: home, method: 'GET', params: { url: 'u', text: 'text' } },
      });
    },
  );
});
