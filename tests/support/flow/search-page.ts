// What tests see of the page of the search.
import type { Page } from 'playwright-core';

/** The box of the page. */
export const box = (page: Page) => page.getByLabel('What are you looking for?');
/** The results from this site. */
export const results = (page: Page) => page.locator('.search-result:has(a)');
/** Their titles. */
export const titles = (page: Page) => results(page).getByRole('heading').allTextContents();
/** The words that are highlighted. */
export const marks = (page: Page) => page.locator('.search-result mark');
/** The radio button of a place. */
export const source = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
/** What is clicked to choose a place; its radio button is hidden. */
export const place = (page: Page, name: string) =>
  page.locator('.search-sources label').getByText(name, { exact: true });
/** The box in the header. */
export const headerBox = (page: Page) => page.getByRole('banner').getByRole('searchbox');
/** What says that nothing was found. */
export const none = (page: Page) => page.getByRole('heading', { name: /^Nothing found for/ });
/** The part of the address after the path. */
export const query = (page: Page) => new URL(page.url()).search;
