import { expect, it } from 'vitest';
import { figuresOf } from './figures.ts';

const nothing = { made: { weekFiles: 0, medianSeconds: null }, rating: null };

it('has nothing to show before anything was made', () => {
  expect(figuresOf(nothing, 'en')).toEqual([]);
});

it('leaves out a time that no file of this week stands for', () => {
  expect(figuresOf({ ...nothing, made: { weekFiles: 0, medianSeconds: 3 } }, 'en')).toEqual([]);
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
