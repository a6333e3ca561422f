// The card that chats and feeds show beside a link, as a page to take a picture of: a reel that lets its film run along the foot,
// and words on paper.
import type { Language } from '../../src/shared/languages.ts';
import type { Colours } from './colours.ts';

/** What link previews ask for. */
export const CARD = { width: 1200, height: 630 } as const;

/** The beginning of the fonts' addresses; the rest is a file of a package, which the browser is given instead. */
export const FONTS = 'https://fonts.invalid/';

const HOLES = Array.from(
  { length: 23 },
  (_, at) => `<rect x="${14 + at * 36}" y="476" width="16" height="16" rx="4"/>`,
);
const REEL_HOLES = [20, 110, 200, 290].map(
  (turn) => `<circle cx="1168" cy="242" r="59.4" transform="rotate(${turn} 1015 242)"/>`,
);

/** The card of a language. In Arabic it is mirrored, except for the play sign, which points to the right everywhere. */
export function shareCard(
  { tag, dir }: Pick<Language, 'tag' | 'dir'>,
  { heading, line }: { readonly heading: string; readonly line: string },
  colours: Colours,
): string {
  const side = dir === 'rtl' ? 'right' : 'left';
  const playX = dir === 'rtl' ? CARD.width - 1015 : 1015;
  return `<!doctype html>
<html lang="${tag}" dir="${dir}">
<style>
${faceOf('Loud', '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2')}
${faceOf('Loud more', '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-ext-wght-normal.woff2')}
${faceOf('Quiet', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')}
${faceOf('Quiet more', '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2')}
${faceOf('Arabic', '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff2')}
${faceOf('Chinese', '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-700-normal.woff2')}
body { margin: 0; width: ${CARD.width}px; height: ${CARD.height}px; background: ${colours.paper}; color: ${colours.ink}; }
svg { position: absolute; }
.card { ${dir === 'rtl' ? 'transform: scaleX(-1);' : ''} }
h1, p { position: absolute; ${side}: 72px; margin: 0; }
h1 { bottom: 200px; width: 660px; font: 700 84px/1.1 Loud, 'Loud more', Arabic, Chinese; letter-spacing: ${dir === 'rtl' ? 0 : -0.022}em; text-wrap: balance; }
p { bottom: 40px; font: 600 32px/1.2 Quiet, 'Quiet more', Arabic, Chinese; color: ${colours['signal-ink']}; white-space: nowrap; }
:lang(ar) h1 { line-height: 1.32; }
</style>
<svg class="card" width="${CARD.width}" height="${CARD.height}">
<g fill="${colours.signal}"><rect y="456" width="1015" height="56"/><circle cx="1015" cy="242" r="270"/></g>
<g fill="${colours.paper}">${HOLES.join('')}${REEL_HOLES.join('')}</g>
</svg>
<svg width="${CARD.width}" height="${CARD.height}"><path fill="${colours['on-signal']}" transform="translate(${playX - 288} -46) scale(18)" d="m14.2 12.6 5.2 3a.5.5 0 0 1 0 .8l-5.2 3a.5.5 0 0 1-.7-.4v-6a.5.5 0 0 1 .7-.4Z"/></svg>
<h1>${escaped(heading).replace(/(?<=[.?!]) /, '<br>')}</h1><p>${escaped(line)}</p>
</html>`;
}

function faceOf(family: string, file: string): string {
  return `@font-face { font-family: '${family}'; src: url('${FONTS}${file}'); font-weight: 100 900; }`;
}

function escaped(text: string): string {
  if (text.includes('{{'))
    throw new Error(`a card cannot know what the server fills in: “${text}”`);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
