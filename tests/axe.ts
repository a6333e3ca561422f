// Asks axe about a page without touching the page's content security policy.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds fault with: the rule and the elements, one text for each rule; empty when all is well. */
export function violations(page: Page): Promise<string[]> {
  return ask(page, RULES);
}

/** The same for colours alone, which are all that differs from one theme to the other. */
export function contrastViolations(page: Page): Promise<string[]> {
  return ask(page, { type: 'rule', values: ['color-contrast'] });
}

async function ask(page: Page, runOnly: unknown): Promise<string[]> {
  const isThere = await page.evaluate('"axe" in window');
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] }).then((result) => result.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html).join(' ')))`,
  );
}
