import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORMS } from '../../src/shared/platforms/index.ts';
import { MAIN_PLATFORM_IDS } from '../../src/shared/platforms/platform.ts';
import { type ExtensionFixture, startExtensionFixture } from '../support/flow/extension-fixture.ts';
import { goodLink, until } from '../support/flow/flow-fixture.ts';
import {
  heardOn,
  OTHER_EXTENSION,
  type OtherExtension,
  otherExtension,
  type Reply,
} from '../support/flow/other-extension.ts';

let fixture: ExtensionFixture;
const open: OtherExtension[] = [];
const { url: link, title } = goodLink('snapchat');

beforeAll(async () => {
  fixture = await startExtensionFixture([OTHER_EXTENSION]);
});
afterAll(() => fixture.close());
afterEach(async () => {
  for (const { page } of open.splice(0)) await page.close();
});

async function extension(): Promise<OtherExtension> {
  const one = await otherExtension(fixture.browser.context, fixture.site);
  open.push(one);
  return one;
}

const dialogOf = ({ page }: OtherExtension) => page.getByRole('dialog');
const agree = (one: OtherExtension) =>
  dialogOf(one).getByRole('button', { name: 'Connect' }).click();
/** The requests for work that have reached the server. */
function watchWork({ page }: OtherExtension): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(download|inspect|keys)/.test(request.url()) && request.method() === 'POST')
      asked.push(request.url());
  });
  return asked;
}
/** A message of the page's own, which comes after all that were sent to its window before; a second one, after their answers. */
const ownMessage = (page: Page) =>
  page.evaluate(
    `new Promise((resolve) => { addEventListener('message', ({ data }) => data === 'own' && resolve()); postMessage('own', '*'); })`,
  );
const ALL = MAIN_PLATFORM_IDS.map((id) => PLATFORMS[id].label);

describe('the bridge answers', () => {
  it.each<[string, object, Reply]>([
    ['registerExtension', {}, { success: true, source: 'web-app' }],
    [
      'checkDownloadCapabilities',
      {},
      { success: true, supportedPlatforms: ALL, maxFileSize: '4GB', enhancedDownload: true },
    ],
    ['performAsyncTask', { url: '' }, { success: false, error: 'Invalid request' }],
    [
      'performAsyncTask',
      { url: link, format: 'exe' },
      { success: false, error: 'Invalid request' },
    ],
    ['performSyncTask', {}, { success: false, error: 'Invalid request' }],
    ['openTheDoor', {}, { success: false, error: 'Unhandled action' }],
  ])('%s %j', async (action, fields, reply) => {
    const one = await extension();
    await one.register();
    expect(await one.ask({ action, ...fields })).toMatchObject({ action, ...reply });
  });

  it('a registration without a name with the defaults', async () => {
    const one = await extension();
    expect(await one.register({})).toMatchObject({ success: true, nonce: one.nonce });
    await one.send('port', { action: 'connect', nonce: one.nonce });
    await dialogOf(one).getByText('Video Downloader Extension, version 1.0').waitFor();
  });

  it('on the window: that it is heard, and what everybody may know', async () => {
    const one = await extension();
    for (const action of [
      'registerExtension',
      'checkDownloadCapabilities',
      'performAsyncTask',
      'x',
    ])
      await one.send('window', { source: 'extension', action, url: link, requestId: action });
    const replies = async () => {
      const heard = (await one.heard('window')).filter(({ requestId }) => requestId);
      return Object.fromEntries(heard.map((reply) => [reply['requestId'], reply]));
    };
    await until(replies).toMatchObject({
      registerExtension: { success: true },
      checkDownloadCapabilities: { success: true, supportedPlatforms: ALL },
      performAsyncTask: { success: false, error: 'Chrome extension API not available' },
      x: { success: false, error: 'Unhandled action' },
    });
  });

  it('cannot be agreed to before the question could be read', async () => {
    const one = await extension();
    await one.page.clock.install();
    await one.register();
    const asking = one.ask({ action: 'performSyncTask', url: link });
    const button = dialogOf(one).getByRole('button', { name: 'Connect' });
    await button.waitFor();
    expect(await button.isEnabled()).toBe(false);
    await one.page.clock.runFor(1000);
    await until(() => button.isEnabled()).toBe(true);
    await dialogOf(one).getByRole('button', { name: 'Not now' }).click();
    expect(await asking).toMatchObject({ success: false, error: 'Connection declined' });
  });

  it('with a real file and a real inspection once the visitor has agreed, until it is switched off', async () => {
    const one = await extension();
    await one.register();
    const asking = one.ask({ action: 'performSyncTask', url: link });
    await agree(one);
    expect(await asking).toMatchObject({
      success: true,
      result: { videoUrl: link, title, platform: 'Snapchat' },
    });
    const reply = await one.ask({ action: 'performAsyncTask', url: link, quality: 'low' });
    expect(reply).toMatchObject({
      success: true,
      result: {
        videoUrl: link,
        processedUrl: expect.stringMatching(`^${fixture.site}/`),
        format: 'mp4',
        quality: 'low',
        timestamp: expect.any(Number),
      },
    });
    const { processedUrl } = reply['result'] as { processedUrl: string };
    const file = await fetch(processedUrl);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    await file.body?.cancel();
    // Neither key nor file were said aloud.
    expect(JSON.stringify(await one.heard('window'))).not.toMatch(/kr_|processedUrl/);

    await one.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await one.page.getByRole('button', { name: '1 connected extension' }).click();
    await one.page.getByRole('button', { name: 'Switch off Somebody' }).click();
    await one.page.getByText('No extension is connected any more.').waitFor();
    const before = (await one.heard('port')).length;
    await one.send('port', { action: 'performSyncTask', url: link, nonce: one.nonce });
    await one.send('window', { source: 'extension', action: 'x', requestId: 'last' });
    await until(async () => (await one.heard('window')).at(-1)?.['requestId']).toBe('last');
    expect(await one.heard('port')).toHaveLength(before);
  });
});

describe('nothing is started or told', () => {
  it('after a no, and nobody asks again', async () => {
    const one = await extension();
    const work = watchWork(one);
    await one.register();
    const asking = one.ask({ action: 'performAsyncTask', url: link });
    await dialogOf(one).getByRole('button', { name: 'Not now' }).click();
    expect(await asking).toMatchObject({ success: false, error: 'Connection declined' });
    await one.register({ name: 'Another' });
    expect(await one.ask({ action: 'connect' })).toMatchObject({ error: 'Connection declined' });
    expect(await dialogOf(one).count()).toBe(0);
    expect(work).toEqual([]);
  });

  it('by a script that presses the button itself', async () => {
    const one = await extension();
    const work = watchWork(one);
    await one.register();
    await one.send('port', { action: 'connect', nonce: one.nonce });
    const button = dialogOf(one).getByRole('button', { name: 'Connect' });
    await until(() => button.isEnabled()).toBe(true);
    await button.evaluate((pressed) => (pressed as unknown as { click: () => void }).click());
    expect(await button.isEnabled()).toBe(true);
    expect(work).toEqual([]);
  });

  it('with the nonce of another page, or none', async () => {
    const earlier = await extension();
    const one = await extension();
    await one.register();
    for (const nonce of [earlier.nonce, undefined, 7, { toString: 'x' }])
      await one.send('port', { action: 'checkDownloadCapabilities', nonce, requestId: 'foreign' });
    await one.ask({ action: 'x' });
    expect((await one.heard('port')).map(({ requestId }) => requestId)).not.toContain('foreign');
    expect(earlier.nonce).not.toBe(one.nonce);
  });

  it('by a page of another origin', async () => {
    const { context } = fixture.browser;
    const hostile = await context.newPage();
    await context.route('http://hostile.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Hostile' }),
    );
    await hostile.goto('http://hostile.test/');
    const opening = context.waitForEvent('page');
    await hostile.evaluate(`globalThis.heard = 0; addEventListener('message', () => heard++);
      globalThis.victim = open(${JSON.stringify(fixture.site)})`);
    const victim = await opening;
    await victim.locator('html[data-ready]').waitFor({ state: 'attached' });
    const loaded: string[] = [];
    victim.on('request', (request) => loaded.push(request.url()));
    await hostile.evaluate(`for (let time = 0; time < 100; time++) {
      for (const action of ['ping', 'registerExtension', 'performAsyncTask'])
        victim.postMessage({ source: 'extension', action, success: true, url: '${link}' }, '*', [new MessageChannel().port2]);
    }`);
    await ownMessage(victim);
    // The bridge is not even loaded: its words are a file that the page asks for at once.
    expect(loaded.filter((url) => /extension|\/api\/(keys|download|inspect)/.test(url))).toEqual(
      [],
    );
    expect(await heardOn(victim)).not.toContain('nonce');
    expect(await hostile.evaluate('heard')).toBe(0);
    await victim.close();
    await hostile.close();
  });

  it('by a flood, on the window and on the port', async () => {
    const one = await extension();
    const work = watchWork(one);
    const task = { source: 'extension', action: 'performAsyncTask', url: link, nonce: one.nonce };
    await one.register();
    await one.send('port', task, 5000);
    await one.send('window', task, 5000);
    await one.send('new port', { ...task, action: 'registerExtension' }, 500);
    const refused = async () =>
      (await one.heard('port')).filter(({ error }) => error === 'Too many requests').length;
    // Most of the flood is refused on the port, and dropped on the window.
    await until(refused).toBeGreaterThan(4000);
    await ownMessage(one.page);
    await ownMessage(one.page);
    expect((await one.heard('window')).length).toBeLessThan(60);
    await dialogOf(one).waitFor();
    expect(await dialogOf(one).count()).toBe(1);
    expect(work).toEqual([]);
    await dialogOf(one).getByRole('button', { name: 'Not now' }).click();
    expect(work).toEqual([]);
  });

  it('of names that hide what they are', async () => {
    const one = await extension();
    await one.register({ name: `Evil\u202e\n${'x'.repeat(500)}`, version: '<b>1</b>' });
    await one.send('port', { action: 'connect', nonce: one.nonce });
    const shown = await dialogOf(one).getByRole('heading').textContent();
    expect(shown).toBe(`Connect Evil ${'x'.repeat(55)} to this site?`);
    await dialogOf(one).getByText('version <b>1</b>').waitFor();
  });
});
