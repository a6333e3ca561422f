import { expect, it } from 'vitest';
import { paramsOf, paramsOfValidation } from './named-field.ts';

it.each([
  [{ path: ['title'] }, { field: 'title' }],
  [{ path: ['links', 3] }, { field: 'links', index: 3 }],
  [{ path: ['proof', 'nonce'] }, { field: 'proof' }],
  [{ path: [], keys: ['args', 'more'] }, { field: 'args' }],
  [{ path: [], keys: ['<script>'] }, {}],
  [{ path: [], keys: ['a b'] }, {}],
  [{ path: [], keys: ['x'.repeat(65)] }, {}],
  [{ path: [], keys: [] }, {}],
  [{ path: [] }, {}],
])('names the field of %j: %j', (issue, params) => {
  expect(paramsOf(issue)).toEqual(params);
});

it('names the field that a validation found wrong first', () => {
  const validation = [{ instancePath: '/links/2' }, { instancePath: '/name' }];
  expect(paramsOfValidation({ validation })).toEqual({ field: 'links', index: 2 });
  expect(
    paramsOfValidation({ validation: [{ instancePath: '/', params: { keys: ['args'] } }] }),
  ).toEqual({ field: 'args' });
});

it.each([
  null,
  undefined,
  'text',
  {},
  { validation: 'x' },
  { validation: [] },
  { validation: [null] },
])('names nothing for %j', (error) => {
  expect(paramsOfValidation(error)).toEqual({});
});
