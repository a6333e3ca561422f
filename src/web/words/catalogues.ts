// Where the words of each language are: one chunk that every page needs, and one for each part that is loaded later.

import { firstWords, languages, laterWords } from 'virtual:languages';
import type { Messages } from '@lingui/core';
import type { Language } from '../../shared/languages.ts';

export { languages };

/** The language with this code. Throws for one that was not built. */
export function languageOf(code: string): Language {
  const language = languages.find((one) => one.code === code);
  if (!language) throw new TypeError(`there is no language ${code}`);
  return language;
}

/** The compiled messages that every page of a language needs. */
export function loadMessages(code: string): Promise<Messages> {
  const load = firstWords[code];
  if (!load) throw new TypeError(`there are no words of ${code}`);
  return load();
}

/** The messages of one group that is loaded later. */
export function loadLaterMessages(code: string, group: string): Promise<Messages> {
  const load = laterWords[code]?.[group];
  if (!load) throw new TypeError(`there are no words of ${code} for ${group}`);
  return load();
}
