import { expect, it } from 'vitest';
import { AppError, codeOf } from './errors.ts';

it('gives an AppError its code and anything else internal', () => {
  expect(codeOf(new AppError('private'))).toBe('private');
  expect(codeOf(new Error('x'))).toBe('internal');
});
