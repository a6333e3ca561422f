// How the tests are found and run: a project per folder.
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/run/longest-first.ts';

/**
 * Projects whose files share a process and the modules it has loaded, in the order in which they run. No module of
 * theirs may hold state between two calls.
 */
const SHARING: Readonly<Record<string, readonly string[]>> = {
  pages: ['tests/pages/**/*.test.ts'],
  flows: ['tests/flows/**/*.test.ts'],
  operators: ['tests/operators/**/*.test.ts'],
  http: ['tests/http/**/*.test.ts'],
  'base-path': ['tests/base-path/**/*.test.ts'],
  contracts: ['tests/contracts/**/*.test.ts'],
  unit: ['src/**/*.test.ts', 'lab/**/*.test.ts'],
};

/** Projects whose files have a process each: they replace a module, measure their process, end it or overload it. */
const ALONE = ['lab', 'faults', 'security', 'process', 'fleet', 'house'] as const;

/** The files that share a process with others. */
export const SHARED_PROCESS: readonly string[] = Object.values(SHARING).flat();

// West of UTC, so that a local day or hour in place of one of UTC fails wherever the tests run; workers inherit it.
process.env['TZ'] = 'Pacific/Marquesas';

const common = {
  exclude: [
    '**/node_modules/**',
    ...(process.env['FIRST_TIER'] ? ['**/*.full.test.ts'] : []), // set by scripts/test.ts
  ],
  setupFiles: ['tests/support/run/setup.ts'],
  // None of these is a claim: on a busy machine everything may last ten times as long.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  restoreMocks: true,
};

export default defineConfig({
  // What a run has measured, for the order of the next.
  cacheDir: '.cache/vitest',
  test: {
    globalSetup: ['tests/support/run/global-setup.ts'],
    // Two cores stay busy with three: many tests wait for a limit, a browser or another process.
    maxWorkers: 3,
    // More of a file at once only wait for each other.
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      ...ALONE.map((name) => ({
        test: { ...common, name, include: [`tests/${name}/**/*.test.ts`] },
      })),
      ...Object.entries(SHARING).map(([name, include]) => ({
        test: { ...common, name, include: [...include], isolate: false },
      })),
    ],
  },
});
