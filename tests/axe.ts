// Asks axe about a page without touching the page's content security policy.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds fault with: the rule and the elements, one text for each rule; empty when all is well. */
export async function violations(page: Page): Promise<string[]> {
  return page.evaluate(
    `(() => { ${axe.source}; return axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then((result) => result.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html).join(' '))); })()`,
  );
}
