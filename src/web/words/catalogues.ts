// Loads the messages of each language: one chunk for every page, and one per lazily loaded group.

import { firstWords, languages } from 'virtual:languages';
import type { Messages } from '@lingui/core';
import type { Language } from '../../shared/languages.ts';
import type { LaterGroup } from './keys.ts';

export { languages };

/** Returns the language with this code. Throws if it was not built. */
export function languageOf(code: string): Language {
  const language = languages.find((one) => one.code === code);
  if (!language) throw new TypeError(`there is no language ${code}`);
  return language;
}

/** Loads the messages that every page of a language needs. */
export async function loadMessages(code: string): Promise<Messages> {
  return (await loadFirst(code)).messages;
}

/** Loads the messages of a lazy group. */
export async function loadLaterMessages(code: string, group: LaterGroup): Promise<Messages> {
  const { later } = await loadFirst(code);
  return (await later[group]()).messages;
}

function loadFirst(code: string) {
  const load = firstWords[code];
  if (!load) throw new TypeError(`there is no language ${code}`);
  return load();
}
