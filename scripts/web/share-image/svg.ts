// The composition of a share image: a reel that lets its film run along the foot of the card, and words on paper.

import type { Colours } from './colours.ts';
import { fitHeading, leadingOf } from './lines.ts';
import { isRightToLeft } from './runs.ts';
import type { ShareImage } from './share-image.ts';
import type { Line, Setter } from './text.ts';

/** What link previews ask for. */
export const CARD = { width: 1200, height: 630 } as const;

const MARGIN = 72;
const REEL = { x: 1015, y: 242, radius: 270 } as const;
const FILM = { top: 456, bottom: 512 } as const;
const TEXT = { top: 150, bottom: 430, width: 636 } as const;

/** The whole card. The reel stands turned a little further on each page, the same in every language. */
export function composeCard(image: ShareImage, colours: Colours, setter: Setter): string {
  const mirrored = isRightToLeft(image.language);
  const angle = angleOf(image.file);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" viewBox="0 0 ${CARD.width} ${CARD.height}">
<rect width="${CARD.width}" height="${CARD.height}" fill="${colours.paper}"/>
<g${mirrored ? ` transform="translate(${CARD.width} 0) scale(-1 1)"` : ''}>${drawFilm(colours)}${drawReel(angle, colours)}</g>
${drawPlay(mirrored ? CARD.width - REEL.x : REEL.x, colours)}
${drawWords(image, colours, setter)}
</svg>`;
}

function angleOf(file: string): number {
  const name = file.slice(file.lastIndexOf('/') + 1);
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 90;
  return sum;
}

function drawFilm(colours: Colours): string {
  const height = FILM.bottom - FILM.top;
  let holes = '';
  for (let x = 14; x < REEL.x - REEL.radius * 0.68; x += 36)
    holes += `<rect x="${x}" y="${FILM.top + height / 2 - 8}" width="16" height="16" rx="4"/>`;
  return `<rect x="0" y="${FILM.top}" width="${REEL.x}" height="${height}" fill="${colours.signal}"/><g fill="${colours.paper}">${holes}</g>`;
}

function drawReel(angle: number, colours: Colours): string {
  const { x, y, radius } = REEL;
  const unit = radius / 15;
  const holes = [0, 90, 180, 270].map((turn) => {
    const radians = ((turn + angle) * Math.PI) / 180;
    const at = (value: number) => value.toFixed(1);
    return `<circle cx="${at(x + 8.5 * unit * Math.cos(radians))}" cy="${at(y + 8.5 * unit * Math.sin(radians))}" r="${at(3.3 * unit)}"/>`;
  });
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colours.signal}"/><g fill="${colours.paper}">${holes.join('')}</g>`;
}

/** A play sign points to the right in every language. */
function drawPlay(x: number, colours: Colours): string {
  const unit = REEL.radius / 15;
  return `<path transform="translate(${x - 16 * unit} ${REEL.y - 16 * unit}) scale(${unit.toFixed(3)})" fill="${colours['on-signal']}" d="m14.2 12.6 5.2 3a.5.5 0 0 1 0 .8l-5.2 3a.5.5 0 0 1-.7-.4v-6a.5.5 0 0 1 .7-.4Z"/>`;
}

function drawWords(image: ShareImage, colours: Colours, setter: Setter): string {
  const { language } = image;
  const room = { width: TEXT.width, height: TEXT.bottom - TEXT.top };
  const { size, lines } = fitHeading(image.heading, language, room, setter);
  const lastBaseline = TEXT.bottom - size * 0.28;
  /** Moves a line so that its ink, and not the white around its first letter, stands on the margin. */
  const draw = (line: Line, y: number, fill: string) => {
    const { svg, ink } = setter.set(line);
    const x = isRightToLeft(language) ? CARD.width - MARGIN - ink.right : MARGIN - ink.left;
    return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)})" fill="${fill}">${svg}</g>`;
  };
  const heading = lines.map((text, index) => {
    const y = lastBaseline - (lines.length - 1 - index) * size * leadingOf(language);
    return draw({ text, voice: 'loud', size, language }, y, colours.ink);
  });
  const kicker: Line = { text: image.kicker, voice: 'quiet', size: 32, language };
  // The name is a mark: it has the same size in every language.
  const name: Line = { text: image.siteName, voice: 'loud', size: 44, language: 'en' };
  const isRepeated = image.kicker.toLowerCase() === image.heading.toLowerCase();
  return [
    ...(isRepeated ? [] : [draw(kicker, 96, colours['signal-ink'])]),
    ...heading,
    draw(name, 588, colours.ink),
  ].join('\n');
}
