// What to say about a failure, and what the visitor can do.
import type { Params } from '../messages.ts';
import type { ExtensionKey, Words } from '../words.ts';

/** Texts, and the next step: connect again, or try again. */
export type Failure = {
  readonly heading: string;
  readonly text: string;
  readonly step: 'connect' | 'retry';
};

/** Failures of our own, by code. */
const OWN: Readonly<Record<string, readonly [ExtensionKey, ExtensionKey, Failure['step']]>> = {
  unreachable: ['extension.goneHeading', 'extension.goneText', 'retry'],
  unreadable: ['extension.goneHeading', 'extension.strangeText', 'connect'],
  server_newer: ['extension.versionHeading', 'extension.newerText', 'retry'],
  server_older: ['extension.versionHeading', 'extension.olderText', 'retry'],
  not_connected: ['extension.reconnectHeading', 'extension.reconnectText', 'connect'],
  key_unknown: ['extension.reconnectHeading', 'extension.reconnectText', 'connect'],
  key_not_allowed: ['extension.reconnectHeading', 'extension.reconnectText', 'connect'],
  not_saved: ['download.failedHeading', 'extension.notSavedText', 'retry'],
};

/** The words for a code. */
export function failureOf(code: string, params: Params, { t, errorText }: Words): Failure {
  const own = OWN[code];
  if (own) return { heading: t(own[0]), text: t(own[1]), step: own[2] };
  return {
    heading: t('download.failedHeading'),
    text: errorText(code, params) ?? t('download.failedUnexpected'),
    step: 'retry',
  };
}
