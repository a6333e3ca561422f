// The icons of the site in the sizes that home screens and old browsers ask for, and the manifest that names them.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import type { Language } from '../../src/shared/languages.ts';
import { inLanguage, pathOf } from '../../src/shared/routes.ts';
import type { Colours } from './share-image/colours.ts';

/** What an installed site is called and says about itself, in one language. */
export type ManifestWords = {
  readonly name: string;
  /** For under an icon: at most twelve letters are sure to be shown. */
  readonly shortName: string;
  readonly description: string;
};

const SOURCE = path.resolve(import.meta.dirname, '../../public/icon.svg');
/** A home screen may cut a maskable icon to a circle of 80 % of its width; our mark's corners lie 88 % apart. */
const SAFE_SHARE = 0.84;
const FAVICON_SIZE = 32;

/** Draws every icon that is not the SVG itself into a folder. */
export async function drawIcons(folder: string): Promise<void> {
  const icon = await readFile(SOURCE, 'utf8');
  const files = {
    'icon-192.png': drawPng(icon, 192),
    'icon-512.png': drawPng(icon, 512),
    'icon-maskable-512.png': drawPng(filled(icon, SAFE_SHARE), 512),
    // iPhones round the corners themselves and paint what is transparent black.
    'apple-touch-icon.png': drawPng(filled(icon, 1), 180),
    'favicon.ico': packIco(drawPng(icon, FAVICON_SIZE)),
  };
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), content);
}

/** The text of a web app manifest. All languages are one app; a link that is shared to it arrives as `u`, a text as `text`. */
export function manifestOf(
  language: Language,
  words: ManifestWords,
  colours: Pick<Colours, 'paper'>,
): string {
  const home = inLanguage(language.prefix, pathOf('home'));
  const icon = (file: string, sizes: string, purpose: 'any' | 'maskable') => {
    const type = file.endsWith('.svg') ? 'image/svg+xml' : 'image/png';
    return { src: `/${file}`, sizes, type, purpose };
  };
  return JSON.stringify({
    id: '/',
    name: words.name,
    short_name: words.shortName,
    description: words.description,
    lang: language.tag,
    dir: language.dir,
    start_url: home,
    scope: '/',
    display: 'standalone',
    theme_color: colours.paper,
    background_color: colours.paper,
    icons: [
      icon('icon.svg', 'any', 'any'),
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
    ],
    share_target: {
      action: home,
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'u' },
    },
  });
}

/** A picture of an SVG, `size` pixels wide. */
export function drawPng(svg: string, size: number): Buffer {
  const options = {
    fitTo: { mode: 'width', value: size },
    font: { loadSystemFonts: false },
  } as const;
  return new Resvg(svg, options).render().asPng();
}

/** The icon on a ground of its own colour that reaches into the corners; the icon takes up a share of the width. */
function filled(icon: string, share: number): string {
  const ground = /fill="(#[0-9a-f]{6})"/.exec(icon)?.[1];
  const side = /viewBox="0 0 (\d+) \1"/.exec(icon)?.[1];
  if (!ground || !side) throw new Error('icon.svg is not a square whose first fill is its ground');
  const margin = (Number(side) * (1 - share)) / 2;
  const inner = icon.replace(
    '<svg ',
    `<svg x="${margin}" y="${margin}" width="${Number(side) * share}" height="${Number(side) * share}" `,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="${ground}"/>${inner}</svg>`;
}

/** An ICO file with one picture in it, which may be a PNG. */
function packIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([FAVICON_SIZE, FAVICON_SIZE], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
