// The colours of the pages' light side, for pictures and manifests that no style sheet reaches.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const TOKENS = path.resolve(import.meta.dirname, '../../src/web/styles/tokens.css');
const NAMES = ['paper', 'ink', 'signal', 'on-signal', 'signal-ink'] as const;

/** The colours that are drawn with, as `#rrggbb`. */
export type Colours = Readonly<Record<(typeof NAMES)[number], string>>;

/** Reads the light colours from the tokens, so that pictures change with the pages. */
export async function readColours(): Promise<Colours> {
  const tokens = await readFile(TOKENS, 'utf8');
  const colourOf = (name: string) => {
    const found = new RegExp(`--color-${name}: (?:light-dark\\()?(#[0-9a-f]{6})`).exec(tokens)?.[1];
    if (!found) throw new Error(`tokens.css has no colour ${name}`);
    return found;
  };
  return Object.fromEntries(NAMES.map((name) => [name, colourOf(name)])) as Colours;
}
