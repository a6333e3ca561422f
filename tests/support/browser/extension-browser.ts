// Starts the whole Chromium with browser extensions in it; the shell that the other tests use has none.
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright-core';
import { PRESET_NAME } from '../../../src/http/site/extension-zip.ts';

/** Chromium with an extension. `open` shows one of its pages. */
export type ExtensionBrowser = {
  readonly context: BrowserContext;
  readonly worker: Worker;
  /** Such as `chrome-extension://…`. */
  readonly origin: string;
  readonly open: (page: string) => Promise<Page>;
  readonly close: () => Promise<void>;
};

const root = path.resolve(import.meta.dirname, '../../..');

const SETTINGS_MS = 30_000;

/** The built extension for Chromium. */
export const BUILT_EXTENSION = path.join(root, 'dist/extension/chromium');

/**
 * Starts it with ours, as the ZIP of this server has it, and with these folders of others. Nobody can press "Allow" in the
 * browser's own dialog here: `granted` are the hosts for which it counts as pressed.
 */
export async function startExtensionBrowser(
  server: string,
  granted: readonly string[],
  others: readonly string[] = [],
): Promise<ExtensionBrowser> {
  const executablePath = [process.env['FULL_CHROMIUM_PATH'], '/usr/bin/chromium'].find(
    (file) => file && existsSync(file),
  );
  if (!executablePath)
    throw new Error(
      'the whole Chromium is missing; "npm test" installs it, or set FULL_CHROMIUM_PATH',
    );
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-extension-'));
  const own = path.join(folder, 'extension');
  await cp(BUILT_EXTENSION, own, { recursive: true });
  const file = path.join(own, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, host_permissions: granted }));
  await writeFile(path.join(own, PRESET_NAME), JSON.stringify({ server }));
  const folders = [own, ...others].join(',');
  const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    executablePath,
    headless: false,
    viewport: { width: 1280, height: 900 },
    args: [
      '--headless=new',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      `--disable-extensions-except=${folders}`,
      `--load-extension=${folders}`,
    ],
  });
  const worker = await ourWorker(context);
  await settingsOpened(context);
  const origin = new URL(worker.url()).origin;
  const url = worker.url();
  return {
    context,
    worker,
    origin: origin === 'null' ? url.slice(0, url.indexOf('/', 20)) : origin,
    async open(page) {
      const tab = await context.newPage();
      await tab.goto(new URL(page, url).href);
      return tab;
    },
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Once installed it opens its settings, if need be in a blank tab that a test has just made for itself. */
async function settingsOpened(context: BrowserContext): Promise<void> {
  const until = performance.now() + SETTINGS_MS;
  while (!context.pages().some((page) => page.url().endsWith('/options.html'))) {
    if (performance.now() > until) throw new Error('the extension did not open its settings');
    await delay(50);
  }
}

async function ourWorker(context: BrowserContext): Promise<Worker> {
  const isOurs = (worker: Worker) => worker.url().endsWith('/background.js');
  return (
    context.serviceWorkers().find(isOurs) ??
    (await context.waitForEvent('serviceworker', { predicate: isOurs }))
  );
}
