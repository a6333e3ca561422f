// The page about phones: each way that it describes leads from where it begins to the filled form. Share sheets, home screens
// and Apple's Shortcuts cannot be driven here; what they are told to open is opened instead.
import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { afterAll, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { shared } from '../support/browser/shared.ts';
import { takeOver } from '../support/browser/take-over.ts';
import {
  type FlowFixture,
  goodLink,
  hasFocus,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';

const { url: LINK } = goodLink('youtube');
const SHARED_TEXT = `Look at this ${LINK} #garden`;

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

type Picture = { readonly naturalWidth: number };

/** Waits until the form has the link and the video behind it. */
async function seeVideo(page: Page): Promise<void> {
  await seen(page).options.waitFor();
  expect(await seen(page).box.inputValue()).toBe(LINK);
}

describe('the share menu', () => {
  type Target = {
    readonly action: string;
    readonly method: string;
    readonly params: { readonly title: string; readonly text: string; readonly url: string };
  };

  async function shareTarget(page: Page): Promise<Target> {
    const devTools = await page.context().newCDPSession(page);
    const { url, errors, data } = await devTools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { share_target: target, scope } = JSON.parse(data ?? '') as {
      readonly share_target: Target;
      readonly scope: string;
    };
    const action = new URL(target.action, url).href;
    expect(action.startsWith(new URL(scope, url).href)).toBe(true);
    return { ...target, action };
  }

  it.each<[string, Partial<Record<keyof Target['params'], string>>]>([
    ['a text with a link in it', { title: 'YouTube', text: SHARED_TEXT }],
    ['a link alone, as its text', { text: LINK }],
    ['a link as such', { title: 'A walk', text: 'Look', url: LINK }],
  ])('takes %s to the filled form', async (_what, shared) => {
    const visitor = await fixture.visitor({ isPhone: true });
    const page = await visitor.open('/mobile');
    const { action, method, params } = await shareTarget(page);
    expect(method).toBe('GET');
    const query = new URLSearchParams(
      (['title', 'text', 'url'] as const).flatMap((name) =>
        shared[name] === undefined ? [] : [[params[name], shared[name]] as [string, string]],
      ),
    );
    await page.goto(`${action}?${query}`);
    await seeVideo(page);
  });

  it('leads to the site in the language in which it was installed', async () => {
    const visitor = await fixture.visitor();
    for (const [path, home] of [
      ['/de/mobile', '/de'],
      ['/ar/mobile', '/ar'],
    ] as const) {
      const { action } = await shareTarget(await visitor.open(path));
      expect(action).toBe(fixture.origin + home);
    }
  });
});

describe('installing', () => {
  const offer = `(() => {
    window.prompted = 0;
    const prompt = async () => { window.prompted += 1; };
    const event = new Event('beforeinstallprompt', { cancelable: true });
    dispatchEvent(Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome: 'accepted' }) }));
    return event.defaultPrevented;
  })()`;
  const prompted = (page: Page) => page.evaluate<number>('window.prompted');
  const byMenu = (page: Page) => page.getByText('You’ll find it in your browser’s own menu:');

  it('has a button once the browser offers it, wherever that was, and asks once', async () => {
    const visitor = await fixture.visitor({ isPhone: true });
    await visitor.context.addInitScript(
      `document.addEventListener('readystatechange', () => { ${offer} }, { once: true })`,
    );
    const page = await visitor.open('/about');
    await page.locator('footer').getByRole('link', { name: 'Mobile' }).click();
    await page.waitForURL('**/mobile');
    await page.locator('html[data-ready]').waitFor();
    await page.evaluate('scrollBy(0, 9)');
    await button(page, 'Install').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await prompted(page)).toBe(0);
    await button(page, 'Install').focus();
    await page.keyboard.press('Enter');
    await byMenu(page).waitFor();
    expect(await prompted(page)).toBe(1);
    expect(await button(page, 'Install').count()).toBe(0);
    await page.evaluate(`dispatchEvent(new Event('appinstalled'))`);
    await page.getByText('It is installed on this device.').waitFor();
  });

  it('is explained where the browser offers nothing, and follows a later offer', async () => {
    const visitor = await fixture.visitor();
    const page = await visitor.open('/mobile');
    await takeOver(page);
    await byMenu(page).waitFor();
    await page.getByText('Share, then Add to Home Screen.').waitFor();
    expect(await button(page, 'Install').count()).toBe(0);
    expect(await page.evaluate(offer)).toBe(true);
    await button(page, 'Install').waitFor();
  });
});

it('has a link box, on a phone in its first screen and above everything else', async () => {
  const visitor = await fixture.visitor({ isPhone: true });
  const page = await visitor.open('/mobile');
  const [sent, first] = await Promise.all([
    button(page, 'Analyze').boundingBox(),
    page.locator('main section:visible').first().boundingBox(),
  ]);
  const end = (sent?.y ?? Number.NaN) + (sent?.height ?? Number.NaN);
  expect(end).toBeLessThanOrEqual(844);
  expect(end).toBeLessThan(first?.y ?? Number.NaN);
});

it('has a link box, which works without scripts too', async () => {
  const visitor = await fixture.visitor();
  await visitor.context.route('**/assets/*.js', (route) => route.abort());
  const page = await visitor.context.newPage();
  await page.goto(`${fixture.origin}/mobile`);
  await page.getByRole('textbox', { name: 'Video link' }).fill('https://example.com/x');
  await page.getByRole('button', { name: 'Analyze' }).click();
  await page.waitForURL(`${fixture.origin}/?url=${encodeURIComponent('https://example.com/x')}`);
});

describe('the bookmark', () => {
  it('opens the page that one is on here, and does nothing where it is described', async () => {
    const visitor = await fixture.visitor();
    const page = await visitor.open('/mobile');
    const link = page.getByRole('link', { name: 'Save with Keepreel' });
    await page.mouse.move(9, 9);
    await until(() => link.getAttribute('href')).toMatch(/^javascript:/);
    await link.click();
    await page.getByText('Here it does nothing.').waitFor();
    expect(page.url()).toBe(`${fixture.origin}/mobile`);
    await button(page, 'Copy bookmark').click();
    const code = await link.getAttribute('href');
    expect(await clipboard(page)).toBe(code);

    const video = await visitor.context.newPage();
    await video.route(LINK, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await video.goto(LINK);
    const program = decodeURIComponent(code?.replace('javascript:', '') ?? '');
    const [opened] = await Promise.all([video.waitForEvent('popup'), video.evaluate(program)]);
    await seeVideo(opened);
    // Where the browser opens no tab, in the same one.
    await video.evaluate(`window.open = () => null; ${program}`);
    await seeVideo(video);
  });
});

describe('the shortcut', () => {
  it.each([
    ['a link', LINK],
    ['a text', SHARED_TEXT],
  ])('has an address that takes %s to the filled form', async (_what, input) => {
    const visitor = await fixture.visitor({ isPhone: true });
    const page = await visitor.open('/mobile');
    await button(page, 'Copy name').tap();
    await until(() => clipboard(page)).toBe('Save with Keepreel');
    // Nothing to drag in the hand.
    expect(await page.getByText('Drag this to your bookmarks bar:').isVisible()).toBe(false);
    await button(page, 'Copy address').tap();
    await until(() => clipboard(page)).toBe(`${fixture.origin}/?u=`);
    await page.goto((await clipboard(page)) + encodeURIComponent(input));
    await seeVideo(page);
  });
});

describe('the code', () => {
  it('holds the address of the site in the language of the page, on wide screens alone', async () => {
    const visitor = await fixture.visitor();
    const page = await visitor.open('/de/mobile');
    await page.mouse.move(9, 9);
    const path = page
      .getByRole('img', { name: new RegExp(`${fixture.origin}/de$`) })
      .locator('path');
    const { data } = encode(`${fixture.origin}/de`, { ecc: 'M', border: 3 });
    const dark = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])),
    );
    const drawn = (await path.getAttribute('d'))?.match(/\d+ \d+/g);
    expect(drawn).toEqual(dark);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await path.isVisible()).toBe(false);
  });
});

describe('the page', () => {
  it('fits, and has no axe violations, on a dark phone and on a light computer', async () => {
    const phone = await (await fixture.visitor({ isPhone: true, colorScheme: 'dark' })).open();
    const computer = await (await fixture.visitor({ width: 1440 })).open();
    for (const path of ['/mobile', '/ar/mobile', '/de/mobile', '/zh-CN/mobile']) {
      for (const page of [phone, computer]) {
        await page.goto(fixture.origin + path);
        expect(await overflowing(page), path).toEqual([]);
        expect(await violations(page), path).toEqual([]);
      }
    }
  });

  it('reserves the place of its pictures, which come when they are reached', async () => {
    const visitor = await fixture.visitor({ isPhone: true });
    const page = await visitor.open('/mobile');
    const pictures = page.locator('main img:visible');
    expect(await pictures.count()).toBe(3);
    for (const picture of await pictures.all()) {
      expect(await picture.getAttribute('alt')).not.toBe('');
      const before = await picture.boundingBox();
      await picture.scrollIntoViewIfNeeded();
      await until(() => picture.evaluate((it) => (it as unknown as Picture).naturalWidth)).toBe(
        780,
      );
      expect((await picture.boundingBox())?.height).toBe(before?.height);
    }
  });

  it('is worked by keyboard', async () => {
    const visitor = await fixture.visitor();
    const page = await visitor.open('/mobile');
    await page.getByLabel('Name', { exact: true }).focus();
    for (const name of ['Copy name', 'Copy address'] as const) {
      await page.keyboard.press('Tab');
      if (!(await hasFocus(button(page, name)))) await page.keyboard.press('Tab');
      expect(await hasFocus(button(page, name))).toBe(true);
    }
    await page.keyboard.press('Enter');
    await button(page, 'Copied').waitFor();
    expect(await clipboard(page)).toBe(`${fixture.origin}/?u=`);
  });
});
