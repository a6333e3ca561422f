import { expect, it } from 'vitest';
import { AppError, codeOf, ERROR_CODES } from './errors.ts';

it('gives an AppError its code and anything else internal', () => {
  expect(codeOf(new AppError('private'))).toBe('private');
  expect(codeOf(new Error('x'))).toBe('internal');
});

it('names every code once', () => {
  expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
});
