// The browser extension in Chromium: connecting, saving the video of a tab, cancelling.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobsAnswer } from '../../src/shared/api/download.ts';
import {
  connect,
  type ExtensionFixture,
  openPopup,
  savedFile,
  startExtensionFixture,
  stored,
} from '../support/flow/extension-fixture.ts';
import { goodLink, refusedLink, until } from '../support/flow/flow-fixture.ts';

let fixture: ExtensionFixture;
const { url: link, title } = goodLink('youtube');

beforeAll(async () => {
  fixture = await startExtensionFixture();
});
afterAll(() => fixture.close());

/** The downloads of a key. */
async function jobsOf(headers: Readonly<Record<string, string>>): Promise<JobsAnswer> {
  const answer = await fetch(`${fixture.site}/api/jobs`, { headers });
  return (await answer.json()) as JobsAnswer;
}

describe('the extension', () => {
  it('asks for a server first, and suggests the one that it came from', async () => {
    const { browser } = fixture;
    const popup = await browser.open(`popup.html?link=${encodeURIComponent(link)}`);
    await popup.getByRole('heading', { name: 'First, your server' }).waitFor();
    await popup.close();
    const options = await browser.open('options.html');
    const address = options.getByLabel('Address of the server');
    await until(() => address.inputValue()).toBe(fixture.site);
    await options.close();
  });

  it('is connected by the visitor, on the page of the server', async () => {
    const page = await connect(fixture);
    const kept = await stored(fixture.browser.worker);
    expect(kept).toEqual({ server: fixture.site, key: expect.stringMatching(/^kr_/) });
    await page.close();
  });

  it('knows the video of the tab, and saves it byte for byte', async () => {
    const { browser, site } = fixture;
    const { key } = await stored(browser.worker);
    const tab = await browser.context.newPage();
    await tab.goto(link);
    const popup = await openPopup(browser);
    await popup.getByRole('heading', { name: title }).waitFor();
    expect(await popup.getByRole('radio').count()).toBeGreaterThan(2);
    await popup.setViewportSize({ width: 384, height: 600 });
    const start = await popup.getByRole('button', { name: 'Download' }).boundingBox();
    expect((start?.y ?? 600) + (start?.height ?? 0)).toBeLessThanOrEqual(600);
    await popup.getByRole('radio', { name: /Compact/ }).check();
    await popup.getByRole('button', { name: 'Download' }).click();
    await popup.getByRole('heading', { name: 'Saved' }).waitFor();
    const bytes = await readFile(await savedFile(browser.worker));
    const headers = { Authorization: `Bearer ${key}` };
    const { jobs } = await jobsOf(headers);
    const result = jobs[0]?.result;
    const sent = await fetch(`${site}${result?.downloadUrl}`, { headers });
    expect(Buffer.compare(bytes, Buffer.from(await sent.arrayBuffer()))).toBe(0);
    // The address without a key has been withdrawn.
    expect(result?.shareUrl).toBeNull();
    await until(() => browser.worker.evaluate('chrome.action.getBadgeText({})')).toBe('');
    await popup.close();
    await tab.close();
  });

  it('offers to begin where the link does, and requests that', async () => {
    const { browser } = fixture;
    await browser.worker.evaluate(`(() => {
      const send = fetch;
      self.bodies = [];
      self.fetch = (url, options) => {
        if (String(url).endsWith('/api/download')) self.bodies.push(options.body);
        return send(url, options);
      };
    })()`);
    const other = 'https://www.youtube.com/watch?v=labDubs_001&t=4';
    const popup = await browser.open(`popup.html?link=${encodeURIComponent(other)}`);
    await popup.getByRole('checkbox', { name: 'Start at 0:04, as the link says' }).check();
    await popup.getByRole('button', { name: 'Download' }).click();
    await until(() => browser.worker.evaluate<string>('self.bodies.join()')).toContain('"from":4');
    await popup.close();
  });

  it('shows what runs, on its icon and when the popup opens again, and cancels it', async () => {
    const { browser, product } = fixture;
    const fast = product.lab.faults.add({
      host: '.googlevideo.com',
      pathPrefix: '/',
      fault: { kind: 'slow', bytesPerSecond: 20_000 },
    });
    const address = `popup.html?link=${encodeURIComponent(link)}`;
    const popup = await browser.open(address);
    await popup.getByRole('button', { name: 'Back to the choices' }).click();
    // By keyboard alone: the first choice has the focus.
    await popup.getByRole('radio', { name: /HD Quality/ }).waitFor();
    await popup.keyboard.press('Enter');
    await popup.getByRole('progressbar', { name: 'Download progress' }).waitFor();
    await until(() => browser.worker.evaluate('chrome.action.getBadgeText({})')).toBe('1');
    await popup.close();
    const again = await browser.open(address);
    await again.getByRole('button', { name: 'Cancel' }).press('Enter');
    await again.getByRole('radio').first().waitFor();
    await until(() => browser.worker.evaluate('chrome.action.getBadgeText({})')).toBe('');
    fast();
    await again.close();
  });
});

describe('the popup', () => {
  it('offers to paste a link where the tab has none', async () => {
    const popup = await fixture.browser.open('popup.html?link=https://example.com/');
    await popup.getByLabel('Video link').fill('https://example.com/other');
    await popup.keyboard.press('Enter');
    await popup.getByText('We don’t know this link.').waitFor();
    await popup.getByLabel('Video link').fill(refusedLink('youtube', 'private'));
    await popup.keyboard.press('Enter');
    await popup.getByText('This post is private on YouTube.').waitFor();
    await popup.close();
  });
});
