import { expect, it } from 'vitest';
import { EMPTY_FORM, problemsOf, requestOf } from './key-form.ts';

it('an empty form asks for a key without limits', () => {
  expect(problemsOf(EMPTY_FORM)).toEqual({ figures: [], origin: null, hasTooManyOrigins: false });
  expect(requestOf({ ...EMPTY_FORM, name: ' Archive ' })).toEqual({
    name: 'Archive',
    origins: [],
    days: null,
    openJobs: null,
    perHour: null,
    bytesPerDay: null,
  });
});

it('figures and origins are sent as the server expects them', () => {
  const form = {
    name: 'Archive',
    origins: 'https://app.example\n\n http://localhost:8080 ',
    days: '90',
    openJobs: '3',
    perHour: '60',
    gigabytes: '5',
  };
  expect(requestOf(form)).toEqual({
    name: 'Archive',
    origins: ['https://app.example', 'http://localhost:8080'],
    days: 90,
    openJobs: 3,
    perHour: 60,
    bytesPerDay: 5e9,
  });
});

it.each(['0', '-1', '1.5', 'many', '1e3', '99999999999'])('%s is no figure', (text) => {
  expect(problemsOf({ ...EMPTY_FORM, openJobs: text, days: text }).figures).toEqual([
    'days',
    'openJobs',
  ]);
});

it('a line that is no origin is named, and so are too many', () => {
  expect(problemsOf({ ...EMPTY_FORM, origins: 'https://a.example ftp://b.example' }).origin).toBe(
    'ftp://b.example',
  );
  const many = Array.from({ length: 11 }, (_, n) => `https://a${n}.example`).join('\n');
  expect(problemsOf({ ...EMPTY_FORM, origins: many }).hasTooManyOrigins).toBe(true);
});
