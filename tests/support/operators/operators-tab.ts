// A browser tab on the dashboard of trending videos, with names for what tests press and read there.
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { OperatorsFixture, OperatorWindow } from './operators-fixture.ts';

/** One tab on the dashboard. */
export type OperatorsTab = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The dialog that is open. */
  readonly dialog: () => Locator;
  readonly row: (title: string) => Locator;
  /** The titles as they stand, from top to bottom. */
  readonly titles: () => Promise<string[]>;
  /** A field of the dialog. */
  readonly field: (name: string) => Locator;
  readonly save: () => Promise<void>;
  /** Waits for a toast, or for what the dialog says went wrong. */
  readonly toast: (text: string) => Promise<void>;
  readonly failure: (text: string) => Promise<void>;
  /** The titles of the featured videos in the dialog that orders them. */
  readonly order: () => Promise<string[]>;
  /** Drags the second of them over the first. */
  readonly dragSecondUp: () => Promise<void>;
};

/** Opens an address in a new browser context. Default: signed in. */
export async function openOperatorsTab(
  fixture: OperatorsFixture,
  address = '/admin/dashboard',
  look: OperatorWindow = {},
): Promise<OperatorsTab> {
  const context = await fixture.visit(look);
  const page = await fixture.open(context, address);
  if (look.isSignedIn !== false) await page.locator('.video-table').waitFor();
  const dialog = () => page.locator('dialog[open]');
  return {
    context,
    page,
    dialog,
    row: (title) => page.locator('.video-table tbody tr', { hasText: title }),
    titles: () => page.locator('.video-name-text').allTextContents(),
    field: (name) => dialog().locator(`[name=${name}]`),
    save: () => dialog().locator('button[type=submit]').click(),
    toast: (text) => page.locator('.toaster').getByText(text).waitFor(),
    failure: (text) => dialog().getByRole('alert').getByText(text).waitFor(),
    order: () => dialog().locator('.order-title').allTextContents(),
    async dragSecondUp() {
      const handles = dialog().locator('.order-handle');
      const from = await handles.nth(1).boundingBox();
      const to = await handles.nth(0).boundingBox();
      if (!from || !to) throw new Error('there are no handles');
      await page.mouse.move(from.x + 10, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(to.x + 10, to.y + 5, { steps: 3 });
      await page.mouse.up();
    },
  };
}
