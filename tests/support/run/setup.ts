// Runs before each test file: anything written to the console fails the test that wrote it.
import { afterEach, beforeEach, expect, vi } from 'vitest';

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method);
});

afterEach(() => {
  for (const method of methods)
    expect(console[method], `console.${method} in a test`).not.toHaveBeenCalled();
});
