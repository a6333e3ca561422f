// Validates a form before it is sent; the server validates it again.
import { MAX_NOTICE_LINKS } from '../../../shared/takedown.ts';
import type { Draft } from './draft.ts';
import { type FieldName, formOf, MAX_LINK_LENGTH, type TextFieldSpec } from './fields.ts';

/** A problem. `count` is the maximum length; `number` is the position of a link, from 1. */
export type Problem =
  | { readonly kind: 'missing' | 'tick' | 'characters' | 'email' | 'notTaken' }
  | { readonly kind: 'length' | 'count'; readonly count: number }
  | { readonly kind: 'link'; readonly number: number | null };

/** Problems by field. */
export type Problems = Readonly<Partial<Record<FieldName, Problem>>>;

const CONTROL_CHARACTERS = /\p{Cc}/u;
const LINE_CHARACTERS = /[\n\r\t]/g;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Splits a field with one link per line. */
export function linksOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns all problems of a form, except whether its links are supported, which the server checks. */
export function problemsOf(draft: Draft): Problems {
  const { texts, ticks, signature } = formOf(draft.form, draft.offence === 'minors');
  const fields = signature ? [...texts, signature] : texts;
  const found = fields.map(
    (field) => [field.name, problemOf(field, draft.texts[field.name] ?? '')] as const,
  );
  const open = ticks.map(
    ({ name }) => [name, draft.ticks.includes(name) ? null : ({ kind: 'tick' } as const)] as const,
  );
  return Object.fromEntries([...found, ...open].filter(([, problem]) => problem !== null));
}

function problemOf(field: TextFieldSpec, raw: string): Problem | null {
  const text = raw.trim();
  if (text === '') return field.isOptional ? null : { kind: 'missing' };
  const hasLines = field.kind === 'lines' || field.kind === 'links';
  const plain = hasLines ? text.replace(LINE_CHARACTERS, ' ') : text;
  if (CONTROL_CHARACTERS.test(plain) || !plain.isWellFormed()) return { kind: 'characters' };
  if (field.kind === 'links') return problemOfLinks(linksOf(text));
  if (text.length > field.maxLength) return { kind: 'length', count: field.maxLength };
  if (field.kind === 'email' && !EMAIL.test(text)) return { kind: 'email' };
  return null;
}

function problemOfLinks(links: readonly string[]): Problem | null {
  if (links.length > MAX_NOTICE_LINKS) return { kind: 'count', count: MAX_NOTICE_LINKS };
  const wrong = links.findIndex(
    (link) => link.length > MAX_LINK_LENGTH || CONTROL_CHARACTERS.test(link),
  );
  return wrong === -1 ? null : { kind: 'link', number: wrong + 1 };
}
