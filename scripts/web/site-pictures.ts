// The pictures of the site that the build copies: the icons of home screens and of the extension, and a card for links in each
// language. `npm run site:pictures` draws them with a browser, so that the build needs none.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Language } from '../../src/shared/languages.ts';
import { readColours } from './colours.ts';
import { readContent } from './read-content.ts';
import { CARD, shareCard } from './share-card.ts';

/** A picture to draw. `file` is relative to the root, `html` the page that is drawn. */
export type SitePicture = {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly html: string;
};

const root = path.resolve(import.meta.dirname, '../..');
/** What the pictures were drawn from. */
export const DRAWN = path.join(root, 'content/drawn.json');

/** A home screen may cut a maskable icon to a circle of 80 % of its width; our mark's corners lie 88 % apart. */
const SAFE_SHARE = 0.84;
const EXTENSION_SIZES = [16, 32, 48, 128];

/** Every picture. */
export async function sitePictures(languages: readonly Language[]): Promise<SitePicture[]> {
  const svg = await readFile(path.join(root, 'public/icon.svg'), 'utf8');
  const colours = await readColours();
  const content = readContent(path.join(root, 'content/locales'), languages);
  const cards = languages.map((language): SitePicture => {
    const home = content[language.code]?.pages.home;
    if (!home) throw new TypeError(`${language.code} has no home page`);
    const html = shareCard(language, { heading: home.heading, line: home.title }, colours);
    return { file: `content/share/${language.code}.png`, ...CARD, html };
  });
  return [
    icon('content/icons/icon-192.png', 192, svg),
    icon('content/icons/icon-512.png', 512, svg),
    icon('content/icons/icon-maskable-512.png', 512, svg, SAFE_SHARE),
    // iPhones round the corners themselves and paint what is transparent black.
    icon('content/icons/apple-touch-icon.png', 180, svg, 1),
    icon('content/icons/favicon.ico', 32, svg),
    ...EXTENSION_SIZES.map((size) => icon(`extension/icons/${size}.png`, size, svg)),
    ...cards,
  ];
}

/** An icon; with `share` on a ground of its own colour that reaches into the corners, of whose width it takes up that share. */
function icon(file: string, side: number, svg: string, share?: number): SitePicture {
  const ground = /fill="(#[0-9a-f]{6})"/.exec(svg)?.[1];
  if (!ground) throw new Error('icon.svg has no ground');
  const inner = side * (share ?? 1);
  const html = `<!doctype html><body style="margin:0;height:${side}px;display:grid;place-items:center;${share ? `background:${ground}` : ''}">${svg.replace('<svg ', `<svg width="${inner}" height="${inner}" `)}</body>`;
  return { file, width: side, height: side, html };
}

/** What the pictures that there are were drawn from, by file. */
export async function readDrawn(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(DRAWN, 'utf8'));
}

/** The fingerprint of what a picture is drawn from. */
export function drawnFrom({ html, width, height }: SitePicture): string {
  const recipe = JSON.stringify([html, width, height]);
  return createHash('sha256').update(recipe).digest('base64url').slice(0, 8);
}
