import { describe, expect, it } from 'vitest';
import { failureOf, TrimError } from './failure.ts';

describe('what went wrong', () => {
  it.each([
    [new DOMException('', 'NotReadableError'), 'unreadable'],
    [new DOMException('', 'NotFoundError'), 'unreadable'],
    [new DOMException('', 'QuotaExceededError'), 'noRoom'],
    [new RangeError('Array buffer allocation failed'), 'noRoom'],
    [new RangeError('Invalid time value'), 'other'],
    ['a text', 'other'],
  ])('%s becomes "%s"', (error, code) => {
    expect(failureOf(error).code).toBe(code);
  });

  it('keeps what is known already, and else takes what fits the moment', () => {
    const known = new TrimError('tooBig', { bytes: { size: 2, limit: 1 } });
    expect(failureOf(known, 'exact')).toBe(known);
    expect(failureOf(new Error('encoder'), 'exact')).toMatchObject({ code: 'exact' });
  });
});
