// Says messages in a language: fills in their parameters, in its plurals and numbers.
import { type Messages, setupI18n } from '@lingui/core';
import type { Language } from '../../shared/languages.ts';
import type { DrawnKey } from './keys.ts';

/** Returns the text of a key with its parameters filled in. */
export type Say<Key> = (key: Key, params?: Readonly<Record<string, string | number>>) => string;

/** Creates `t` for a language and its messages; prerendered parts have more keys. */
export function sayIn<Key extends DrawnKey>(
  { code, intl }: Pick<Language, 'code' | 'intl'>,
  messages: Messages,
): Say<Key> {
  const i18n = setupI18n({ locale: code, locales: [intl], messages: { [code]: messages } });
  return (key, params) => i18n._(key, params);
}
