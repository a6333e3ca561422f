// The German words of the pages, for tests that run a flow in a second language.
import { wordsOf } from './locale-texts.ts';

const words = wordsOf('de');

/** The text of a key, such as `operators-trending.add`, up to its first place to fill in. */
export function germanText(key: string): string {
  const text = words.get(key);
  if (!text) throw new TypeError(`there are no words for ${key}`);
  return (text.split('{', 1)[0] ?? '').trim();
}
