import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REACHES, testsReachedBy } from '../../scripts/changed-tests.ts';
import config from '../../vitest.config.ts';

type Project = { readonly test: { readonly name: string; readonly include: readonly string[] } };

const projects = (config.test?.projects ?? []) as readonly Project[];
const files = globSync(['src/**/*.test.{ts,tsx}', '{lab,tests,scripts,bench}/**/*.test.{ts,tsx}']);

describe('every test file', () => {
  it('belongs to exactly one project', () => {
    expect(files.length).toBeGreaterThan(300);
    const owners = (file: string) =>
      projects.filter(({ test }) => test.include.some((glob) => matchesGlob(file, glob)));
    expect(files.filter((file) => owners(file).length !== 1)).toEqual([]);
  });
});

describe('npm test -- --changed', () => {
  it('names tests that are there', () => {
    const globs = REACHES.flatMap(([, tests]) => tests);
    expect(globs.filter((glob) => globSync(glob).length === 0)).toEqual([]);
  });

  it.each([
    ['content/locales/de/first.json', 'tests/pages/home.test.ts'],
    ['content/locales/de/first.json', 'tests/house/languages.test.ts'],
    ['src/web/features/download/card.tsx', 'tests/flows/path.test.ts'],
    ['src/core/jobs/jobs.ts', 'tests/faults/kill-server.test.ts'],
    ['src/main.ts', 'tests/process/drain.test.ts'],
    ['engine/worker.py', 'tests/lab/inspect.test.ts'],
    ['scripts/pack-source.ts', 'tests/process/source-archive.full.test.ts'],
    ['docs/errors.md', 'tests/house/conventions.test.ts'],
  ])('after a change of %s runs %s', (changed, test) => {
    expect(testsReachedBy([changed])).toContain(test);
  });

  it('leaves the browser out where a change cannot reach it, and runs everything where it may reach anything', () => {
    const reached = testsReachedBy(['docs/errors.md', 'engine/worker.py']);
    expect(reached).not.toContain('tests/flows/path.test.ts');
    expect(testsReachedBy(['package-lock.json'])).toBe('all');
  });
});
