import { describe, expect, it } from 'vitest';
import { failureOf, failureOver, TrimError } from './failure.ts';

describe('what went wrong', () => {
  it.each([
    [new DOMException('', 'NotReadableError'), 'unreadable'],
    [new DOMException('', 'NotFoundError'), 'unreadable'],
    [new DOMException('', 'QuotaExceededError'), 'noRoom'],
    [new RangeError('Array buffer allocation failed'), 'noRoom'],
    [new RangeError('Out of memory: Allocation'), 'noRoom'],
    [new TypeError('Array buffer allocation failed'), 'other'],
    [new DOMException('', 'AbortError'), 'other'],
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

  it.each([
    [new Error('a stream broke'), 'exact', true, 'exact'],
    [new Error('a stream broke'), 'exact', false, 'unreadable'],
    [new TrimError('check'), 'exact', false, 'check'],
    [new TrimError('exact'), 'exact', false, 'exact'],
    [new DOMException('', 'QuotaExceededError'), 'other', false, 'noRoom'],
  ] as const)(
    '%s, as "%s", of a file that can be read (%s) is "%s"',
    async (error, fallback, canRead, code) => {
      const probe = async () => {
        if (!canRead) throw new TypeError('the file is gone');
      };
      expect((await failureOver({ probe }, error, fallback)).code).toBe(code);
    },
  );

  it('keeps how large a file was and might have been, and the cause', () => {
    const bytes = { size: 2, limit: 1 };
    expect(new TrimError('tooBig', { bytes }).bytes).toEqual(bytes);
    expect(new TrimError('tooBig').bytes).toBeNull();
    const cause = new Error('inside');
    expect(failureOf(cause).cause).toBe(cause);
  });
});
