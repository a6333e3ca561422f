import { expect, it } from 'vitest';
import { figuresOf } from './figures.ts';

it('leaves out a time that was not measured, and a rating that nobody gave', () => {
  const made = { weekFiles: 20, medianSeconds: null };
  expect(figuresOf({ made, rating: null }, 'en').map(({ figure }) => figure)).toEqual(['20']);
});

it.each([0, 0.04, 0.9])('says "under a second" for %d seconds', (medianSeconds) => {
  expect(figuresOf({ made: { weekFiles: 20, medianSeconds }, rating: null }, 'en')[1]).toEqual({
    key: 'proof.fast',
    figure: '<\u00a01',
    count: 1,
  });
});

it('writes numbers as the language does', () => {
  const status = {
    made: { weekFiles: 12_345, medianSeconds: 8.44 },
    rating: { count: 20, average: 4.5 },
  };
  const written = (language: string) => figuresOf(status, language).map(({ figure }) => figure);
  expect(written('en')).toEqual(['12,345', '8.4', '4.5']);
  expect(written('de')).toEqual(['12.345', '8,4', '4,5']);
});

it('says seconds without a fraction once there are ten of them', () => {
  const made = { weekFiles: 1, medianSeconds: 42.4 };
  expect(figuresOf({ made, rating: null }, 'en').map(({ figure }) => figure)).toEqual(['1', '42']);
});
