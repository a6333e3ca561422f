// How the tests are found and run.
import { defineConfig } from 'vitest/config';

/**
 * Tests that share a process and what it has loaded: of parts and of pages in a browser, where nothing lives in a module
 * between two calls. Whatever replaces a module, measures its process or ends it has a process of its own.
 */
export const TOGETHER = [
  'src/**/*.test.ts',
  'lab/**/*.test.ts',
  'tests/contracts/**/*.test.ts',
  'tests/{flows,http,operators,pages}/**/*.test.ts',
];

const common = {
  exclude: ['**/node_modules/**'],
  setupFiles: ['tests/support/run/setup.ts'],
  // None of these is a claim: on a busy machine everything may last ten times as long.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  restoreMocks: true,
};

export default defineConfig({
  test: {
    globalSetup: ['tests/support/run/global-setup.ts'],
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'together', include: TOGETHER, isolate: false } },
      {
        test: {
          ...common,
          name: 'alone',
          include: ['tests/**/*.test.ts'],
          exclude: [...common.exclude, ...TOGETHER],
        },
      },
    ],
  },
});
