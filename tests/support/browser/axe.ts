// Asks axe about a page without touching the page's content security policy.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

// The package's own module gives the same with all its spaces, more than twice as much for a page to read.
const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Whatever changes by and by comes to its end: a tab that is not in front draws nothing of it, and axe would see its middle. */
const STILL = `for (let round = 0; round < 5; round += 1)
  for (const one of document.getAnimations())
    Number.isFinite(one.effect.getComputedTiming().endTime) ? one.finish() : one.cancel();`;

/** What axe finds fault with: the rule and the elements, one text for each rule; empty when all is well. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(STILL);
  const isThere = await page.evaluate('"axe" in window');
  if (!isThere) await page.evaluate(source);
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'] }).then((result) => result.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html).join(' ')))`,
  );
}
