// Starts the system's Chromium for tests, without anything that calls out by itself.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { followPages } from './open-pages.ts';

/** As long as a test may last: how fast a machine is, is no claim. */
const WAIT_MS = 110_000;
const CANDIDATES = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium-headless-shell'];

/** A headless browser, with more words on its command line if wanted; the caller closes it. Throws when this machine has none. */
export async function startBrowser(words: readonly string[] = []): Promise<Browser> {
  const executablePath = CANDIDATES.find((file) => file && existsSync(file));
  if (!executablePath)
    throw new Error('Chromium is missing; "npm test" installs it, or set CHROMIUM_PATH');
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      ...words,
    ],
  });
  browser.on('context', (context) => {
    context.setDefaultTimeout(WAIT_MS);
    followPages(context);
  });
  return browser;
}

/** What a fixture does with a browser, its own or one that others use too. */
export type Contexts = {
  readonly newContext: Browser['newContext'];
  /** Ends the contexts that were made here, and the browser unless it was lent. */
  readonly close: () => Promise<void>;
};

/** Makes contexts in the browser that is lent, or in one of its own. */
export async function openContexts(lent?: Browser): Promise<Contexts> {
  const browser = lent ?? (await startBrowser());
  const made: BrowserContext[] = [];
  return {
    async newContext(options) {
      const context = await browser.newContext(options);
      made.push(context);
      return context;
    },
    async close() {
      await Promise.all(made.map((context) => context.close()));
      if (!lent) await browser.close();
    },
  };
}
