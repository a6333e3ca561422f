// The keys of every text on the pages, typed from the English files.
import type download from '../../../content/locales/en/download.json';
import type errors from '../../../content/locales/en/errors.json';
import type home from '../../../content/locales/en/home.json';
import type ui from '../../../content/locales/en/ui.json';

type Groups = {
  readonly download: typeof download;
  readonly errors: typeof errors;
  readonly home: typeof home;
  readonly ui: typeof ui;
};

/** `group.key`: the file of content/locales/en and the key in it, such as `ui.close`. */
export type WordKey = {
  [Group in keyof Groups]: `${Group}.${keyof Groups[Group] & string}`;
}[keyof Groups];
