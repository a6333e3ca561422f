// The pages that are open in this process's browsers, and what is seen of them when a test fails.
import type { BrowserContext, Page } from 'playwright-core';

const pages = new Set<Page>();

/** Follows the pages of a context until they close. */
export function followPages(context: BrowserContext): void {
  context.on('page', (page) => {
    pages.add(page);
    page.on('close', () => pages.delete(page));
  });
}

/** The state of each open page as one line of JSON: where it is, whether it draws frames, and its text. */
export function describeOpenPages(): Promise<string[]> {
  return Promise.all([...pages].map(describePage));
}

const PATIENCE_MS = 5000;

async function describePage(page: Page): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, 'no answer'));
  const state = page.evaluate(STATE).then(JSON.stringify, String);
  return `${page.url()} ${await Promise.race([state, late])}`;
}

const STATE = `(async () => {
  const within = (start) => Promise.race([
    new Promise((resolve) => start(() => resolve(true))),
    new Promise((resolve) => setTimeout(resolve, 1000, false)),
  ]);
  return {
    visible: document.visibilityState,
    frames: await within(requestAnimationFrame),
    idle: await within(requestIdleCallback),
    ready: document.documentElement.dataset.ready,
    scroll: scrollY,
    focus: document.activeElement?.outerHTML.slice(0, 200),
    text: document.body.innerText.replace(/\\s+/g, ' ').slice(0, 600),
  };
})()`;
