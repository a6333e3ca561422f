// The English messages of errors for the HTTP API, from the same files that the pages use.
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import errors from '../../content/locales/en/errors.json' with { type: 'json' };
import convert from '../../content/locales/en/later/convert.json' with { type: 'json' };
import operatorErrors from '../../content/locales/en/later/operator-errors.json' with {
  type: 'json',
};
import type { ErrorWords } from '../http/answers/errors.ts';
import { type ErrorCode, UNKNOWN_FIGURES } from '../shared/errors.ts';

/** Loads the messages once. A parameter that an error does not have is left out of its message. */
export function loadErrorWords(): ErrorWords {
  const messages = Object.fromEntries(
    Object.entries({ ...errors, ...convert, ...operatorErrors } satisfies Record<
      ErrorCode,
      string
    >).map(([code, text]) => [code, compileMessage(text)]),
  );
  const i18n = setupI18n({ locale: 'en', messages: { en: messages } });
  return (code, params) => {
    const platform = code === 'unsupported_url' ? 'none' : 'The platform';
    return i18n._(code, { platform, field: 'none', ...UNKNOWN_FIGURES, megabytes: 0, ...params });
  };
}
