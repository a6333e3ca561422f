// Draws the one-colour marks of platforms and messengers into one SVG file, from simple-icons (CC0). The file is kept in the
// source; after an update of simple-icons: node scripts/web/draw-marks.ts
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  siFacebook,
  siInstagram,
  siPinterest,
  siSnapchat,
  siTelegram,
  siThreads,
  siTiktok,
  siWhatsapp,
  siX,
  siYoutube,
} from 'simple-icons';
import type { MarkId } from '../../src/web/platform-marks/mark-id.ts';

/** Where the marks are kept. */
export const MARKS_FILE = path.resolve(
  import.meta.dirname,
  '../../src/web/platform-marks/marks.svg',
);

/** A disc with a triangle, for the extra sites: their own marks would be loaded where they are off, too. */
const SITE = { path: 'M12 0a12 12 0 1 0 0 24 12 12 0 0 0 0-24ZM9 6.5l9 5.5-9 5.5Z' };

const ICONS: Readonly<Record<MarkId, { readonly path: string }>> = {
  youtube: siYoutube,
  tiktok: siTiktok,
  instagram: siInstagram,
  facebook: siFacebook,
  twitter: siX,
  snapchat: siSnapchat,
  pinterest: siPinterest,
  threads: siThreads,
  bluesky: SITE,
  reddit: SITE,
  soundcloud: SITE,
  streamable: SITE,
  twitch: SITE,
  whatsapp: siWhatsapp,
  telegram: siTelegram,
};

/** The text of the file: one symbol for each mark, by its id. */
export function drawMarks(): string {
  const symbols = Object.entries(ICONS).map(
    ([id, icon]) => `<symbol id="${id}" viewBox="0 0 24 24"><path d="${icon.path}"/></symbol>\n`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Marks</title>\n${symbols.join('')}</svg>\n`;
}

if (import.meta.main) await writeFile(MARKS_FILE, drawMarks());
