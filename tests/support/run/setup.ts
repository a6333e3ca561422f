// Runs before each test file: anything written to the console fails the test that wrote it, and a test that fails says what
// its pages showed.
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { describeOpenPages } from '../browser/open-pages.ts';

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method);
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    for (const line of await describeOpenPages()) process.stderr.write(`${task.name}: ${line}\n`);
});

afterEach(() => {
  for (const method of methods)
    expect(console[method], `console.${method} in a test`).not.toHaveBeenCalled();
});
