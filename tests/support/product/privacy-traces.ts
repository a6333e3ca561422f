// Looks for a word in everything that a server leaves on the machine, in every form in which it could be written.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The forms of a word, by their names: as bytes that a file would have to hold. */
export function formsOf(word: string): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(word, 'utf8');
  const escaped = JSON.stringify(word)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, (letter) => `\\u${hexOf(letter)}`);
  const everyByte = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return new Map([
    ['UTF-8', bytes],
    ['UTF-16LE', Buffer.from(word, 'utf16le')],
    ['percent-encoded', Buffer.from(encodeURIComponent(word))],
    ['percent-encoded in small letters', Buffer.from(encodeURIComponent(word).toLowerCase())],
    ['percent-encoded letter by letter', Buffer.from(everyByte)],
    ['escaped as JSON', Buffer.from(escaped)],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ['numbers', Buffer.from([...bytes].join(','))],
    ['HEX', Buffer.from(bytes.toString('hex').toUpperCase())],
    ...[0, 1, 2].flatMap((shift) =>
      (['base64', 'base64url'] as const).map(
        (form) =>
          [`${form}, shifted by ${shift}`, Buffer.from(base64At(bytes, shift, form))] as const,
      ),
    ),
  ]);
}

function hexOf(letter: string): string {
  return letter.charCodeAt(0).toString(16).padStart(4, '0');
}

/** What base64 shows of a word that stands behind `shift` other bytes: without the letters that its neighbours share. */
function base64At(bytes: Buffer, shift: number, form: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString(form)
    .replace(/=+$/, '');
  const first = Math.ceil((shift * 8) / 6);
  const last = Math.floor(((shift + bytes.length) * 8) / 6);
  return text.slice(first, last);
}

/** Which words stand in a content, and in which form. */
export function tracesIn(content: Buffer, words: Readonly<Record<string, string>>): string[] {
  return Object.entries(words).flatMap(([name, word]) =>
    [...formsOf(word)]
      .filter(([, bytes]) => content.includes(bytes))
      .map(([form]) => `${name} as ${form}`)
      .slice(0, 1),
  );
}

/** The same for every file below a folder, but for those that `isLeftOut` knows by their path in it. */
export async function tracesBelow(
  folder: string,
  words: Readonly<Record<string, string>>,
  isLeftOut: (file: string) => boolean = () => false,
): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file);
    // Names are written down too.
    found.push(...tracesIn(Buffer.from(name), words).map((one) => `${one} in the name ${name}`));
    if (!entry.isFile() || isLeftOut(name)) continue;
    const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      // Gone while we looked.
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    found.push(...tracesIn(content, words).map((one) => `${one} in ${name}`));
  }
  return found;
}
