import { expect, it } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { loggedError } from './log-errors.ts';

it('an error is logged with its name, its words and its places', () => {
  const logged = loggedError(new TypeError('wrong', { cause: new Error('deeper') }));
  expect(logged).toMatchObject({ type: 'TypeError', message: 'wrong' });
  expect(logged.stack).toMatch(/^\s+at .*log-errors\.test/);
  expect(logged.cause).toMatchObject({ type: 'Error', message: 'deeper' });
});

it.each([
  [
    'the bytes of a request',
    { code: 'HPE_INVALID_HEADER_TOKEN', rawPacket: Buffer.from('canary') },
  ],
  ['the values of a row', { code: '23505', detail: 'Key (email)=(canary) already exists.' }],
  ['a whole request', { request: { url: '/canary', headers: { cookie: 'canary' } } }],
])('but never with %s', (_what, carried) => {
  const written = JSON.stringify(loggedError(Object.assign(new Error('wrong'), carried)));
  expect(written).not.toContain('canary');
  expect(written).not.toContain([...Buffer.from('canary')].join());
});

it('of what the engine wrote only the places are logged', () => {
  const detail = 'crashed 1 Traceback:\n  File "/x/y.py", line 3\nValueError: canary title';
  const logged = loggedError(new AppError('engine_crashed', { detail }));
  expect(JSON.stringify(logged)).not.toContain('canary');
  expect(logged.message).toContain('y.py line 3');
});

it('an error that is its own cause ends somewhere', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(loggedError(error)).length).toBeLessThan(10_000);
});

it('a thrown value that is not an Error is logged by its type alone', () => {
  expect(loggedError('canary')).toEqual({ type: 'string', message: '', stack: '' });
});
