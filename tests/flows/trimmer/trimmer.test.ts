// One film through the trimmer, with keys alone.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { sharedTrimmer } from '../../support/pages/shared-trimmer.ts';
import {
  isOpen,
  makeFilm,
  probe,
  save,
  startTrimmerFixture,
  type TrimmerFixture,
  type TrimmerTab,
  type TrimmerWindow,
} from '../../support/pages/trimmer-fixture.ts';

let fixture: TrimmerFixture;
let tab: TrimmerTab;
let film: string;

sharedTrimmer.beforeAll(async ({ browser, server }) => {
  fixture = await startTrimmerFixture({ browser, server });
  film = await makeFilm(path.join(fixture.folder, 'Holiday.mp4'));
});
afterAll(() => fixture?.close());
afterEach(async () => {
  await tab.close();
  expect(tab.problems).toEqual([]);
});

async function open(look: TrimmerWindow = {}): Promise<Page> {
  tab = await fixture.open(look);
  return tab.page;
}

const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const saidBy = async (page: Page, name: string) =>
  slider(page, name).getAttribute('aria-valuetext');

describe('the trimmer', () => {
  it('can be used with keys alone, and loads its code only once there is a file', async () => {
    const page = await open();
    const scripts = () => tab.requests.filter((one) => one.endsWith('.js')).length;
    expect(await page.locator('[style]').count()).toBe(0);
    const before = scripts();
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Tab');
    // By now the browser hands its dialog to the driver, too.
    await expect
      .poll(() => page.evaluate('document.activeElement.matches("input[type=file]")'))
      .toBe(true);
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(film);
    await isOpen(page, film);
    expect(scripts()).toBeGreaterThan(before);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', '.', 'i');
    await expect.poll(() => field(page, 'Start').inputValue()).toBe('0:03.040');
    await press('Shift+ArrowRight', 'ArrowLeft', 'ArrowLeft', ',', 'o');
    await expect.poll(() => field(page, 'End').inputValue()).toBe('0:09.960');
    await press('Home', 'End');
    expect(await saidBy(page, 'Position')).toBe('0:12.000');
    await slider(page, 'End').focus();
    await press('ArrowLeft', ',', 'ArrowRight', 'ArrowLeft');
    expect(await saidBy(page, 'End')).toBe('0:08.920');
    await slider(page, 'Start').focus();
    await press('Home', 'ArrowRight', 'ArrowRight');
    expect(await saidBy(page, 'Start')).toBe('0:02.000');
    await page.getByText('Starts at your time, 0:02.000').waitFor();
    await page.getByRole('button', { name: 'Trim', exact: true }).focus();
    await press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Save');
    const saved = await save(page, fixture.folder, () => press('Enter'));
    expect(path.basename(saved)).toBe('Holiday (2s-8.92s).mp4');
    expect(Math.abs((await probe(saved)).seconds - 6.92)).toBeLessThan(0.3);
  });
});
