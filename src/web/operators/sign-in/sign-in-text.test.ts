import { describe, expect, it } from 'vitest';
import later from '../../../../content/locales/en/later.json' with { type: 'json' };
import { RequestError } from '../../browser/request.ts';
import { signInText, waitSecondsOf } from './sign-in-text.ts';

const known: Readonly<Record<string, string>> = later.operators;
const t = (key: string) => known[key.replace('operators.', '')] ?? '';

describe('an attempt to sign in that failed', () => {
  it.each([
    [401, 'Invalid email or password'],
    [400, 'Please provide both email and password'],
    [429, 'Too many login attempts. Please try again later'],
    [500, 'Server error. Please try again later'],
    [503, 'Server error. Please try again later'],
    [403, 'Login failed'],
    [200, 'Login failed'],
  ])('with %i says "%s"', (status, text) => {
    expect(signInText(new RequestError(status, 'x'), t)).toBe(text);
  });

  it('without an answer says that it was unexpected', () => {
    expect(signInText(new TypeError('Failed to fetch'), t)).toBe('An unexpected error occurred');
    expect(signInText('a text', t)).toBe('An unexpected error occurred');
  });

  it('has a waiting time only if the server sent one', () => {
    const answer = { success: false, code: 'too_many_requests', message: '', ref: '' } as const;
    const withWait = new RequestError(429, '', { ...answer, params: { retryAfterSeconds: 170 } });
    expect(waitSecondsOf(withWait)).toBe(170);
    expect(waitSecondsOf(new RequestError(429, '', answer))).toBeNull();
    expect(waitSecondsOf(new RequestError(429, ''))).toBeNull();
    expect(waitSecondsOf('a text')).toBeNull();
  });
});
