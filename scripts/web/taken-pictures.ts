// What the pictures of the product said when they were taken: content/pictures/taken.json.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The folder of the pictures. */
export const PICTURES = path.resolve(import.meta.dirname, '../../content/pictures');

/** Of a picture: the `group.key`s of the words that can be read on it, and their fingerprint in each language. */
export type Taken = {
  readonly keys: readonly string[];
  readonly words: Readonly<Record<string, string>>;
};

const FILE = path.join(PICTURES, 'taken.json');

/** By the name of the picture. */
export async function readTaken(): Promise<Record<string, Taken>> {
  return JSON.parse(await readFile(FILE, 'utf8'));
}

/** The fingerprint of these words; a word that is gone is part of it. */
export function fingerprint(words: ReadonlyMap<string, string>, keys: readonly string[]): string {
  const texts = keys.map((key) => words.get(key) ?? null);
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 8);
}
