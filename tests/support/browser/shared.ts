// What the files of one worker share: started for the first file that asks for it, closed when the worker ends.
import { test } from 'vitest';
import { startBrowser } from './browser.ts';

/** Its `beforeAll` lends a file the browser; the file closes the contexts that it has made, and nothing else. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from it that the fixture needs no other
export const shared = test.extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const browser = await startBrowser();
  onCleanup(() => browser.close());
  return browser;
});
