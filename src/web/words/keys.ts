// The message keys of the pages, typed from the English files.
import type drawn from '../../../content/locales/en/drawn.json';
import type first from '../../../content/locales/en/first.json';
import type later from '../../../content/locales/en/later.json';

type KeysOf<Groups> = {
  [Group in keyof Groups & string]: `${Group}.${keyof Groups[Group] & string}`;
}[keyof Groups & string];

/** A group that is loaded with a lazy section; `MoreWords` provides it to its children. */
export type LaterGroup = keyof typeof later;

/** `group.key`, such as `ui.close`. */
export type WordKey = KeysOf<typeof first> | KeysOf<typeof later>;

/** The keys that prerendered parts may use: their own groups and all others. */
export type DrawnKey = WordKey | KeysOf<typeof drawn>;
