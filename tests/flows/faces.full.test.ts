import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/shared/errors.ts';
import { violations } from '../support/browser/axe.ts';
import { startBrowser } from '../support/browser/browser.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { until } from '../support/flow/flow-fixture.ts';
import {
  begin,
  choose,
  PLAYED_LINK,
  type PlayedFixture,
  POST,
  startPlayedFixture,
  VIDEO,
} from '../support/flow/flow-played-fixture.ts';

let fixture: PlayedFixture;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  fixture = await startPlayedFixture();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});
beforeEach(async () => {
  problems = [];
  Object.assign(fixture.show, { figures: {}, items: VIDEO });
  context = await browser.newContext({
    viewport: { width: 820, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(fixture.origin);
});
afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const analyze = async (text: string) => {
  await page.getByLabel('Video link').fill(text);
  await page.keyboard.press('Enter');
};
const fetching = {
  bytes: 34_100_000,
  totalBytes: 84_200_000,
  bytesPerSecond: 9_800_000,
  connections: 6,
  etaSeconds: 6,
};

const FACES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['idle', async () => undefined],
  [
    'toast and inline error',
    () => analyze('nothing').then(() => page.getByRole('alert').getByText('Invalid URL').waitFor()),
  ],
  [
    'choosing',
    async () => {
      await choose(page);
      await page.locator('summary', { hasText: 'All formats' }).click();
    },
  ],
  [
    'choosing MP3',
    async () => {
      await choose(page);
      await page.getByText('MP3 audio').click();
    },
  ],
  [
    'choosing an item',
    async () => {
      fixture.show.items = POST;
      await choose(page);
    },
  ],
  [
    'refused',
    async () => {
      fixture.show.items = new AppError('private', { params: { platform: 'YouTube' } });
      await analyze(PLAYED_LINK);
      await heading('We can’t show this post').waitFor();
    },
  ],
  [
    'queued',
    async () => {
      await choose(page);
      fixture.show.figures = { position: 3 };
      await begin(page, fixture);
      await page.getByText('You are number 3 in the queue.').waitFor();
    },
  ],
  [
    'running',
    async () => {
      await choose(page);
      fixture.show.figures = fetching;
      fixture.fake.set({ id: await begin(page, fixture), phase: 'fetching', percent: 42 });
      await page.getByText('34.1 MB of 84.2 MB').waitFor();
    },
  ],
  [
    'ready',
    async () => {
      await finish();
      await page.getByText('SHA-256').click();
    },
  ],
  [
    'dialog',
    async () => {
      await finish();
      await button('Share link').click();
      await page.getByRole('img', { name: /^QR code/ }).waitFor();
    },
  ],
  [
    'failed',
    async () => {
      await choose(page);
      const failure = { code: 'bad_media', params: { platform: 'YouTube' } } as const;
      fixture.fake.set({ id: await begin(page, fixture), phase: 'failed', failure });
      await heading('That didn’t work').waitFor();
      await page.getByText('Details').click();
    },
  ],
  [
    'deleted',
    async () => {
      await finish();
      await button('Delete now').click();
      await heading('The file has been deleted').waitFor();
    },
  ],
];

async function finish(): Promise<string> {
  await choose(page);
  const id = await begin(page, fixture);
  fixture.fake.fill(id, new Uint8Array(2000));
  fixture.fake.set({ id, phase: 'ready', percent: 100 });
  await heading('Your Download is Ready!').waitFor();
  return id;
}

describe('every state of the flow', () => {
  it.each(FACES)(
    '%s: no axe violations, dark on a phone and light on a computer',
    async (_name, reach) => {
      await reach();
      for (const [width, colorScheme] of [
        [390, 'dark'],
        [1440, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        // Colours cross-fade; their contrast is defined only at the end.
        await page.evaluate(
          'new Promise(requestAnimationFrame).then(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))',
        );
        expect(await violations(page), `${width} ${colorScheme}`).toEqual([]);
        expect(await overflowing(page)).toEqual([]);
      }
    },
  );
});

describe('the progress', () => {
  it('shows phase, bytes, speed, connections and time left, and never goes back', async () => {
    await choose(page);
    const id = await begin(page, fixture);
    const bar = page.getByRole('progressbar');
    expect(await bar.getAttribute('aria-valuenow')).toBe('0');
    await page
      .getByText('Preparing your download with the speed optimizer...')
      .or(page.getByText('Queued'))
      .waitFor();
    fixture.show.figures = fetching;
    fixture.fake.set({ id, phase: 'fetching', percent: 42 });
    await page.getByText('34.1 MB of 84.2 MB').waitFor();
    for (const text of ['9.8 MB/s', '6 sec', 'Downloading'])
      await page.getByText(text, { exact: true }).waitFor();
    await until(() => page.title()).toBe('42% · A video');
    fixture.fake.set({ id, phase: 'making', percent: 30 });
    await page.getByText('Converting...').waitFor();
    expect(await button('Processing your download...').count()).toBe(0);
    expect(await bar.getAttribute('aria-valuenow')).toBe('42');
  });

  it('is announced to screen readers at every quarter, and not in between', async () => {
    await choose(page);
    const id = await begin(page, fixture);
    const region = page.locator('p[role=status].sr-only');
    const said = new Set<string | null>();
    for (const percent of [1, 12, 24, 26, 49, 51, 74, 76, 99]) {
      fixture.fake.set({ id, phase: 'fetching', percent });
      await page.getByText(`${percent}%`, { exact: true }).first().waitFor();
      said.add(await region.textContent());
    }
    expect([...said].map((text) => text?.match(/\d+/)?.[0])).toEqual(['0', '25', '50', '75']);
    expect(await region.getAttribute('aria-live')).not.toBe('assertive');
  });
});

describe('the end', () => {
  it('makes a link and a code for another device, and the link works without the cookie', async () => {
    await finish();
    await button('Share link').click();
    const address = await page.getByLabel('Link to the file', { exact: true }).inputValue();
    expect(address.startsWith(fixture.origin)).toBe(true);
    const stranger = await fetch(address);
    expect([stranger.status, (await stranger.arrayBuffer()).byteLength]).toEqual([200, 2000]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('shows that the file has expired as soon as the visitor comes back, and makes it again', async () => {
    const id = await finish();
    await page.getByText('deleted in 60 min').waitFor();
    fixture.fake.set({ id, isGone: true });
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await heading('This file has been deleted').waitFor();
    const before = fixture.fake.requests.length;
    await button('Make it again').click();
    await heading('Processing Your Request').waitFor();
    await until(() => fixture.fake.requests.length).toBe(before + 1);
    expect(fixture.fake.requests.at(-1)?.choice).toEqual(fixture.fake.requests.at(-2)?.choice);
  });

  it('shows an operator’s message about a platform that is switched off, as text', async () => {
    const reason = 'Back on <b>Monday</b>.';
    const told = {
      code: 'platform_disabled',
      message: '',
      params: { platform: 'YouTube', reason },
    };
    await page.route('**/api/detect-platform', (route) =>
      route.fulfill({ json: { isValid: false, platform: null, platformName: null, ...told } }),
    );
    await page.route('**/api/inspect', (route) =>
      route.fulfill({ status: 503, json: { success: false, ref: 'abc', ...told } }),
    );
    await analyze(PLAYED_LINK);
    await page.getByText('YouTube is switched off on this site at the moment.').first().waitFor();
    await page.getByText(reason).first().waitFor();
  });

  it('waits before trying again when the server asks for it', async () => {
    await choose(page);
    const failure = { code: 'server_full', params: { retryAfterSeconds: 5 } } as const;
    fixture.fake.set({ id: await begin(page, fixture), phase: 'failed', failure });
    const wait = button(/^Try again in/);
    expect(await wait.isDisabled()).toBe(true);
    await button('Try Again').click();
    await heading('Processing Your Request').waitFor();
  });

  it('names cookies as the cause when a new job is unknown, and warns beforehand where they are off', async () => {
    await choose(page);
    await page.route('**/api/download', async (route) => {
      const answer = await route.fetch();
      await context.clearCookies();
      await route.fulfill({ response: answer, headers: { ...answer.headers(), 'set-cookie': '' } });
    });
    await button('Get Your Video Now').click();
    await heading('This browser doesn’t keep cookies').waitFor();
    const other = await context.newPage();
    await other.addInitScript(
      "Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })",
    );
    await other.goto(fixture.origin);
    await other.mouse.move(9, 9);
    await other.getByRole('heading', { name: 'This browser doesn’t keep cookies' }).waitFor();
    expect(await violations(other)).toEqual([]);
  });
});
