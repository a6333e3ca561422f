// The manifest that the build makes for home screens.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readColours } from '../../scripts/web/colours.ts';
import { readLanguages } from '../../scripts/web/languages.ts';
import { manifestOf } from '../../scripts/web/manifest.ts';

const LOCALES = path.resolve(import.meta.dirname, '../../content/locales');
const ICONS = path.resolve(import.meta.dirname, '../../content/icons');
const words = { name: 'Keepreel', shortName: 'Keepreel', description: 'Saves videos.' };

const sideOf = (png: Buffer) => {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(png.readUInt32BE(20));
  return png.readUInt32BE(16);
};

describe('the manifest', () => {
  it('names only icons that there are', async () => {
    const [english] = readLanguages(LOCALES);
    if (!english) throw new Error('there is no English');
    const { icons } = JSON.parse(manifestOf(english, words, await readColours()));
    expect(icons.map((icon: { purpose: string }) => icon.purpose)).toContain('maskable');
    for (const { src, sizes } of icons) {
      if (sizes === 'any') continue;
      expect(`${sideOf(await readFile(path.join(ICONS, src)))}`).toBe(sizes.split('x')[0]);
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
