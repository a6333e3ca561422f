// Finds the elements that make a page scroll sideways.
import type { Page } from 'playwright-core';

/** The elements that overflow a page that scrolls sideways, with their boxes; empty when it does not. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    const over = [...document.querySelectorAll('body *')].map((one) => [one, one.getBoundingClientRect()])
      .filter(([, { left, right }]) => left < 0 || right > innerWidth);
    return [scrollWidth + ' px of ' + innerWidth, ...over.map(([one, { left, right }]) =>
      one.nodeName + ' ' + String(one.className).slice(0, 60) + ' ' + Math.round(left) + '–' + Math.round(right))];
  })()`);
}
