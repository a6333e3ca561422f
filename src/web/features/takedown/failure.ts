// Converts errors of the forms and cases to messages, waiting times and field problems.
import type { VisitorErrorCode } from '../../../shared/errors.ts';
import { RequestError } from '../../browser/request.ts';
import type { WordKey } from '../../words/keys.ts';
import type { Draft } from './draft.ts';
import { type FieldName, formOf } from './fields.ts';
import type { Problems } from './problems.ts';

/** A failure: its message key; `waitSeconds` is 0 if there is no known wait. */
export type Failure = { readonly words: WordKey; readonly waitSeconds: number };

/** Codes whose own message says what to do; others get a general one. */
const OWN_MESSAGES = {
  too_many_requests: 'errors.too_many_requests',
  server_full: 'errors.server_full',
  server_busy: 'errors.server_busy',
  proof_needed: 'errors.proof_needed',
  body_too_large: 'errors.body_too_large',
  cross_site: 'errors.cross_site',
  not_found: 'takedown.notBlocked',
  not_found_page: 'takedown.notBlocked',
} as const satisfies Partial<Record<VisitorErrorCode, WordKey>>;

/** Converts an error thrown by a request. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof RequestError)) return { words: 'download.offline', waitSeconds: 0 };
  if (!error.answer) return { words: 'download.unreadable', waitSeconds: 0 };
  const { code, params } = error.answer;
  const wait = Math.ceil(Number(params?.['retryAfterSeconds'] ?? 0));
  const words = Object.hasOwn(OWN_MESSAGES, code)
    ? OWN_MESSAGES[code as keyof typeof OWN_MESSAGES]
    : 'takedown.failed';
  return { words, waitSeconds: wait >= 1 ? wait : 0 };
}

/** Returns whether the case does not exist, or no longer. */
export function isUnknownCase(error: unknown): boolean {
  return error instanceof RequestError && [400, 404, 410].includes(error.status);
}

/** Returns the problem of the field that the server refused; null if it names none of this form. */
export function problemsIn(error: unknown, draft: Draft): Problems | null {
  const answer = error instanceof RequestError ? error.answer : null;
  if (answer?.code !== 'invalid_request') return null;
  const { field, index } = answer.params ?? {};
  const form = formOf(draft.form, draft.offence === 'minors');
  const names: readonly FieldName[] = [
    ...form.texts.map(({ name }) => name),
    ...form.ticks.map(({ name }) => name),
    ...(form.signature ? [form.signature.name] : []),
  ];
  const name = names.find((one) => one === field);
  if (!name) return null;
  if (name === 'links' && typeof index === 'number')
    return { links: { kind: 'link', number: index + 1 } };
  return { [name]: name === 'link' ? { kind: 'link', number: null } : { kind: 'notTaken' } };
}
