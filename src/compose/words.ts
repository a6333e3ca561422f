// The messages of errors outside the pages, from the same files that the pages use: in English for the HTTP API, in the visitor's
// language for reports.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import first from '../../content/locales/en/first.json' with { type: 'json' };
import later from '../../content/locales/en/later.json' with { type: 'json' };
import type { ExplainFailure } from '../core/archives/ports.ts';
import type { ErrorWords } from '../http/answers/errors.ts';
import { type ErrorCode, UNKNOWN_FIGURES } from '../shared/errors.ts';
import type { Language } from '../shared/languages.ts';

/** Loads the English messages once. A parameter that an error does not have is left out of its message. */
export function loadErrorWords(): ErrorWords {
  const texts = {
    ...first.errors,
    ...later.convert,
    ...later.lists,
    ...later.keys,
    ...later['operator-errors'],
  } satisfies Record<ErrorCode, string>;
  return wordsOf('en', texts);
}

/** Reads the messages of other languages from `locales` on first use. */
export function createExplainFailure(locales: string): ExplainFailure {
  const languages: ReadonlySet<string> = new Set(readdirSync(locales));
  const known = new Map<string, Promise<ErrorWords>>();
  return (requested) => {
    const language = languages.has(requested) ? requested : 'en';
    const words = known.get(language) ?? readWords(path.join(locales, language));
    known.set(language, words);
    return words;
  };
}

async function readWords(folder: string): Promise<ErrorWords> {
  const read = async <T>(name: string): Promise<T> =>
    JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  const [{ intl }, { errors }, { convert }] = await Promise.all([
    read<Pick<Language, 'intl'>>('language.json'),
    read<Pick<typeof first, 'errors'>>('first.json'),
    read<Pick<typeof later, 'convert'>>('later.json'),
  ]);
  return wordsOf(intl, { ...later['operator-errors'], ...errors, ...convert });
}

function wordsOf(locale: string, texts: Readonly<Record<string, string>>): ErrorWords {
  const messages = Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [code, compileMessage(text)]),
  );
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  return (code, params) => {
    const platform = code === 'unsupported_url' ? 'none' : 'The platform';
    return i18n._(code, { platform, field: 'none', ...UNKNOWN_FIGURES, megabytes: 0, ...params });
  };
}
