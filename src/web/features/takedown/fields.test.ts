import { describe, expect, it } from 'vitest';
import { counterRequest, noticeRequest } from '../../../shared/api/takedown.ts';
import * as limits from '../../../shared/limits.ts';
import { bodyOf } from './bodies.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { type FieldName, type FormId, formOf, MAX_LINK_LENGTH } from './fields.ts';
import { type Problem, problemsOf } from './problems.ts';

const LINK = 'https://www.youtube.com/watch?v=labMain_001';
const GUARDS = { proof: { challenge: 'c', nonce: '7' }, website: '' };
const TEXTS: Draft['texts'] = {
  work: 'My film',
  reasons: 'It is forbidden',
  links: LINK,
  link: LINK,
  statement: 'Mine',
  name: 'Ada',
  email: 'ada@example.org',
  address: 'Street 1\nTown',
  phone: '+1 555',
  signature: 'Ada',
};

const filled = (form: FormId, over: Partial<Draft> = {}): Draft => ({
  ...EMPTY_DRAFT,
  form,
  texts: TEXTS,
  ticks: formOf(form, false).ticks.map(({ name }) => name),
  ...over,
});
const schemaOf = (form: FormId) => (form === 'counter' ? counterRequest : noticeRequest);

it('a link may be as long as anywhere on the site', () => {
  expect(MAX_LINK_LENGTH).toBe(limits.MAX_LINK_LENGTH);
});

describe.each(['copyright', 'illegal', 'counter'] as const)('the %s form', (form) => {
  it('is sent as the contract has it, with everything and with what is needed alone', () => {
    const all = filled(form);
    expect(problemsOf(all)).toEqual({});
    expect(schemaOf(form).parse(bodyOf(all, GUARDS))).toMatchObject(bodyOf(all, GUARDS));
    const { texts, signature } = formOf(form, false);
    const needed = [...texts, ...(signature ? [signature] : [])].filter((one) => !one.isOptional);
    const least = filled(form, {
      texts: Object.fromEntries(needed.map(({ name }) => [name, TEXTS[name]])),
    });
    expect(problemsOf(least)).toEqual({});
    expect(schemaOf(form).safeParse(bodyOf(least, GUARDS)).success).toBe(true);
  });

  it('is complained about for each thing that is needed', () => {
    const { texts, ticks, signature } = formOf(form, false);
    const needed = [...texts.filter((one) => !one.isOptional), ...(signature ? [signature] : [])];
    const names = [...needed, ...ticks].map(({ name }) => name).sort();
    expect(Object.keys(problemsOf({ ...EMPTY_DRAFT, form })).sort()).toEqual(names);
  });
});

it('only reports of sexual abuse of children may be anonymous', () => {
  const { name: _name, email: _email, ...unnamed } = TEXTS;
  const minors = filled('illegal', { offence: 'minors', texts: unnamed });
  expect(problemsOf(minors)).toEqual({});
  expect(noticeRequest.safeParse(bodyOf(minors, GUARDS)).success).toBe(true);
  expect(Object.keys(problemsOf({ ...minors, offence: 'other' }))).toEqual(['name', 'email']);
});

describe('a field', () => {
  it.each<[string, FieldName, string, Problem | undefined]>([
    ['an address without an at sign', 'email', 'ada', { kind: 'email' }],
    ['an address with a space', 'email', 'a da@b.c', { kind: 'email' }],
    ['a name that is too long', 'name', 'a'.repeat(201), { kind: 'length', count: 200 }],
    ['a control character', 'name', 'Ada\u0000', { kind: 'characters' }],
    ['half of a letter', 'work', 'film \ud83d', { kind: 'characters' }],
    ['several lines of a text', 'work', 'one\r\ntwo\tthree', undefined],
    ['empty lines between links', 'links', `\n${LINK}\n\n ${LINK} \n`, undefined],
    [
      'a link that is too long',
      'links',
      `${LINK}\n${LINK}${'a'.repeat(2048)}`,
      { kind: 'link', number: 2 },
    ],
    ['a tab in a link', 'links', 'https://youtu.be/lab\tMain', { kind: 'link', number: 1 }],
    ['too many links', 'links', `${LINK}\n`.repeat(21), { kind: 'count', count: 20 }],
  ])('with %s', (_name, field, text, problem) => {
    const draft = filled('copyright', { texts: { ...TEXTS, [field]: text } });
    expect(problemsOf(draft)[field]).toEqual(problem);
    if (!problem) expect(noticeRequest.safeParse(bodyOf(draft, GUARDS)).success).toBe(true);
  });

  it('is sent without the space around it and the empty lines', () => {
    const texts = { ...TEXTS, name: '  Ada ', links: ' youtu.be/labMain_001 \n\n' };
    expect(bodyOf(filled('copyright', { texts }), GUARDS)).toMatchObject({
      name: 'Ada',
      links: ['youtu.be/labMain_001'],
    });
  });
});
