import { expect, it } from 'vitest';
import { readAskedJob } from './asked-job.ts';

it.each([
  ['?job=abc-DEF_1', 'abc-DEF_1'],
  ['?lang=de&job=a', 'a'],
  [`?job=${'a'.repeat(100)}`, 'a'.repeat(100)],
  [`?job=${'a'.repeat(101)}`, null],
  ['', null],
  ['?job=', null],
  ['?jobs=a', null],
  ['?job=../admin', null],
  ['?job=a%0Ab', null],
  ['?job=a%2Fb', null],
])('the page with %s asks for the download %s', (search, id) => {
  expect(readAskedJob(search)).toBe(id);
});
