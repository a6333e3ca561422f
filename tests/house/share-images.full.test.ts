// The preview images of shared links, as files: drawn in every script, small, and drawn once.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShareImage } from '../../scripts/web/share-image/share-image.ts';
import { drawShareImages } from '../../scripts/web/share-image/share-images.ts';

const MAX_BYTES = 60_000;
const INK = [0x1d, 0x1b, 0x18];
const SIGNAL = [0xff, 0x6a, 0x3c];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-share-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const image = (language: string, heading: string, more: Partial<ShareImage> = {}): ShareImage => ({
  file: `share/${language}/page.png`,
  language,
  heading,
  kicker: 'YouTube',
  siteName: 'Keepreel',
  ...more,
});
const IMAGES = [
  image('en', 'YouTube video downloader'),
  image('de', 'YouTube-Videos als MP4 oder MP3 herunterladen'),
  image('la-LA', 'Pelliculās servā'),
  image('ar', 'تنزيل مقاطع فيديو YouTube بصيغة MP4 أو MP3'),
  image('zh-CN', '将 YouTube 视频下载为 MP4 或 MP3'),
];

describe('the share images', () => {
  it.each(IMAGES)(
    'show the heading in $language inside its margins, and stay small',
    async (one) => {
      const made = path.join(folder, 'scripts');
      await drawShareImages([one], made, path.join(folder, 'cache'));
      const png = await readFile(path.join(made, one.file));
      expect(png.length).toBeLessThan(MAX_BYTES);
      const { width, height, countOf } = decode(png);
      expect([width, height]).toEqual([1200, 630]);
      const [words, margins] =
        one.language === 'ar'
          ? [
              { left: 478, right: 1132 },
              { left: 1132, right: 1200 },
            ]
          : [
              { left: 68, right: 722 },
              { left: 0, right: 68 },
            ];
      expect(countOf(INK, { ...words, top: 130, bottom: 456 })).toBeGreaterThan(8000);
      expect(countOf(INK, { ...margins, top: 0, bottom: 630 })).toBe(0);
      // The reel stands on the side where lines end.
      const end = one.language === 'ar' ? { left: 0, right: 300 } : { left: 900, right: 1200 };
      expect(countOf(SIGNAL, { ...end, top: 0, bottom: 440 })).toBeGreaterThan(50_000);
    },
  );

  it('are drawn once and kept until what they are made from changes', async () => {
    const [cache, made] = [path.join(folder, 'kept'), path.join(folder, 'made')];
    const kept = async () => (await readdir(cache)).filter((name) => name.endsWith('.png')).sort();
    await drawShareImages(IMAGES, made, cache);
    const first = await kept();
    expect(first).toHaveLength(IMAGES.length);
    const before = await readFile(path.join(made, 'share/ar/page.png'));
    await rm(made, { recursive: true });
    await rm(path.join(cache, 'fonts'), { recursive: true });
    await drawShareImages(IMAGES, made, cache);
    expect(await readFile(path.join(made, 'share/ar/page.png'))).toEqual(before);
    // No font was cut: nothing was drawn.
    expect(await readdir(cache)).not.toContain('fonts');
    await drawShareImages([image('en', 'Another heading'), ...IMAGES.slice(1)], made, cache);
    expect(await kept()).toHaveLength(IMAGES.length + 1);
    expect(await kept()).toEqual(expect.arrayContaining(first));
  });

  it('leave no half written file behind', async () => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter((one) => one.isFile()).map((one) => one.name);
    expect(files.filter((name) => !/\.(png|ttf)$/.test(name))).toEqual([]);
  });

  it('know the name of the site, and no other fact of the server', async () => {
    const [made, cache] = [path.join(folder, 'facts'), path.join(folder, 'cache')];
    const read = () => readFile(path.join(made, 'share/en/page.png'));
    await drawShareImages([image('en', 'About {{site_name}}')], made, cache);
    const filled = await read();
    await drawShareImages([image('en', 'About Keepreel')], made, cache);
    expect(await read()).toEqual(filled);
    await expect(drawShareImages([image('en', 'Up to {{max_file}}')], made, cache)).rejects.toThrow(
      'share/en/page.png would show a fact that only the server knows',
    );
  });

  it('are refused rather than drawn with an empty box', async () => {
    await expect(
      drawShareImages([image('en', 'Скачать видео')], folder, path.join(folder, 'cache')),
    ).rejects.toThrow('no font has “С” of “Скачать');
  });

  it('are refused rather than drawn with words cut off', async () => {
    const heading = 'Donaudampfschifffahrtsgesellschaft '.repeat(12);
    await expect(
      drawShareImages([image('de', heading)], folder, path.join(folder, 'cache')),
    ).rejects.toThrow('the heading is too long for a picture');
  });
});

type Box = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

/** Reads a PNG that has a table of colours and unfiltered rows, as ours have. */
function decode(png: Buffer) {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    chunks.set(
      png.toString('latin1', at + 4, at + 8),
      png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    );
  const [header, palette] = [chunks.get('IHDR'), chunks.get('PLTE')];
  if (!header || !palette) throw new Error('this is no PNG with a table of colours');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const countOf = (colour: readonly number[], { left, right, top, bottom }: Box) => {
    const place = palette.indexOf(Buffer.from(colour)) / 3;
    let count = 0;
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) if (rows[y * (width + 1) + 1 + x] === place) count++;
    return count;
  };
  return { width, height, countOf };
}
