// No test replaces a module that others share; every error code has a status, words, a row in docs/errors.md and its figures.
import { readFileSync } from 'node:fs';
import path, { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import first from '../../content/locales/en/first.json' with { type: 'json' };
import later from '../../content/locales/en/later.json' with { type: 'json' };
import {
  EDIT_ERRORS,
  ERROR_CODES,
  ERRORS,
  KEY_ERRORS,
  LIST_ERRORS,
} from '../../src/shared/errors.ts';
import { SHARED_PROCESS } from '../../vitest.config.ts';
import { errorDisagreements } from '../support/house/error-codes.ts';
import { figuresOf, missingFigures } from '../support/house/error-figures.ts';
import { readTree } from '../support/house/read-tree.ts';

it('no test that shares its process with others replaces a module', () => {
  const sharing = [...readTree(['src', 'lab', 'tests'], ['.test.ts'])].filter(([file]) =>
    SHARED_PROCESS.some((glob) => matchesGlob(file, glob)),
  );
  expect(sharing.length).toBeGreaterThan(100);
  const replacing = sharing.filter(([, text]) => /\bvi\.(?:do)?mock\(/i.test(text));
  expect(replacing.map(([file]) => file)).toEqual([]);
});

describe('every error code', () => {
  const document = readFileSync(path.resolve(import.meta.dirname, '../../docs/errors.md'), 'utf8');
  const laterWords = Object.fromEntries(
    Object.entries({ ...later.convert, ...later.lists, ...later.keys }).filter(
      ([key]) => key in EDIT_ERRORS || key in LIST_ERRORS || key in KEY_ERRORS,
    ),
  );
  const words = { ...first.errors, ...laterWords, ...later['operator-errors'] };
  const status = Object.fromEntries(ERROR_CODES.map((code) => [code, ERRORS[code].status]));

  it('has a status, words and a row in docs/errors.md, and nothing else has', () => {
    expect(errorDisagreements({ codes: ERROR_CODES, status, words, document })).toEqual([]);
  });

  it('whose words name a figure is thrown with that figure', () => {
    const figures = figuresOf(words);
    expect(figures).toMatchObject({ server_full: ['retryAfterSeconds'], too_long: ['minutes'] });
    expect(missingFigures(readTree(['src'], ['.ts', '.tsx']), figures)).toEqual([]);
  });
});
