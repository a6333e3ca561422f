import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StatusAnswer } from '../../src/shared/api/site.ts';
import type { ErrorCode } from '../../src/shared/errors.ts';
import type { PlatformId } from '../../src/shared/platforms/platform.ts';
import { violations } from '../support/browser/axe.ts';
import {
  isTooWide,
  type ReadingFixture,
  startReadingFixture,
} from '../support/pages/reading-fixture.ts';

const HOUR_MS = 3_600_000;
const API = '**/api/status';
let fixture: ReadingFixture;

beforeAll(async () => {
  fixture = await startReadingFixture();
  await attempts('youtube', 'ok', 3);
  await attempts('youtube', 'bot_check', 7);
  await attempts('tiktok', 'ok', 8);
  await attempts('instagram', 'blocked', 6);
  await attempts('facebook', 'ok', 1);
});
afterAll(() => fixture?.close());
beforeEach(() => {
  fixture.problems.length = 0;
});

async function attempts(platform: PlatformId, code: ErrorCode | 'ok', count: number) {
  const { outcomes, clock } = fixture.site;
  const hour = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
  for (let number = 0; number < count; number += 1) {
    await outcomes.record({ platform, step: 'download', code, durationMs: 8400, bytes: 1, hour });
  }
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
const withFigures = (page: Page) => page.getByText(/^As of /).waitFor();

describe('the status', () => {
  it('shows for each platform its state, success rate and time', async () => {
    const page = await fixture.open('/status', { width: 1280 });
    await withFigures(page);
    const says = async (name: string) =>
      (await row(page, name).getByRole('cell').allTextContents()).join(' | ');
    expect(await says('YouTube')).toBe(
      'Works sometimes | 30% of 10 attempts | 30% of 10 attempts | 8.4 sec',
    );
    expect(await says('TikTok')).toContain('Works well | 100% of 8 attempts');
    expect(await says('Instagram')).toBe(
      'Barely works | 0% of 6 attempts | 0% of 6 attempts | none',
    );
    expect(await says('Facebook')).toBe('Too few attempts | 1 attempt | 1 attempt | none');
    expect(await says('Threads')).toBe('No attempts yet | none | none | none');
    expect(await page.getByRole('rowheader').count()).toBe(8);
    expect(await page.getByRole('status').first().textContent()).toBe(
      'Attempts often fail on YouTube and Instagram.',
    );
    expect(fixture.problems).toEqual([]);
  });

  it('leaves out what is missing on a phone, and names what works', async () => {
    const page = await fixture.open('/status', { width: 390 }, (one) =>
      one.route(API, async (route) => {
        const body = (await (await route.fetch()).json()) as StatusAnswer;
        const platforms = body.platforms.map((it) =>
          it.state === 'good' ? it : { ...it, state: 'unknown' },
        );
        await route.fulfill({ json: { ...body, platforms } });
      }),
    );
    await withFigures(page);
    expect(await page.getByRole('status').first().textContent()).toBe(
      'Downloads from TikTok are working well. Too little is known about the others.',
    );
    const clips = await page
      .locator('td:has(.status-none)')
      .evaluateAll((cells) =>
        cells.map((cell) => cell.computedStyleMap().get('clip-path')?.toString()),
      );
    expect(new Set(clips)).toEqual(new Set(['inset(50%)']));
  });

  it('shows the operator’s reason why a platform is switched off', async () => {
    const reason = 'Facebook refuses this server: <b>until Monday</b>.';
    const page = await fixture.open('/status', { width: 390 }, (one) =>
      one.route(API, async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as StatusAnswer;
        const platforms = body.platforms.map((each) =>
          each.platform === 'facebook' ? { ...each, state: 'off', reason } : each,
        );
        await route.fulfill({ json: { ...body, platforms } });
      }),
    );
    await withFigures(page);
    expect(await row(page, 'Facebook').getByText('Switched off').count()).toBe(1);
    const words = page.getByRole('listitem').filter({ hasText: reason });
    expect(await words.textContent()).toBe(`Facebook ${reason}`);
    expect(await isTooWide(page)).toBe(false);
    expect(fixture.problems).toEqual([]);
  });

  it.each([
    ['/status', 1280, false],
    ['/la/status', 820, true],
    ['/la/status', 390, true],
  ] as const)(
    'has its rows before the figures come, in the same places: %s at %i px',
    async (address, width, isBad) => {
      const gate = Promise.withResolvers<void>();
      const page = await fixture.open(address, { width }, async (one) => {
        // The longest sentence there is, in the letters of the system.
        if (isBad) await one.route('**/*.woff2', (route) => route.abort());
        await one.route(API, async (route) => {
          await gate.promise;
          const answer: StatusAnswer = await (await route.fetch()).json();
          const platforms = answer.platforms.map((it) => ({ ...it, state: 'down' }));
          await route.fulfill({ json: isBad ? { ...answer, platforms } : answer });
        });
      });
      const boxes = async () =>
        Promise.all((await page.getByRole('rowheader').all()).map((one) => one.boundingBox()));
      await page.evaluate('document.fonts.ready');
      const before = (await boxes()).map((box) => box?.y);
      expect(await page.locator('.status-summary[data-waits]').count()).toBe(1);
      gate.resolve();
      await page.locator('.status-summary:not([data-waits])').waitFor();
      expect((await boxes()).map((box) => box?.y)).toEqual(before);
      fixture.problems.length = 0;
    },
  );

  it('is refreshed by the button, and keeps the last figures when that fails', async () => {
    let status = 200;
    let asked = 0;
    const page = await fixture.open('/status', {}, (one) =>
      one.route(API, (route) => {
        asked += 1;
        return status === 200 ? route.continue() : route.fulfill({ status, json: {} });
      }),
    );
    await withFigures(page);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => asked).toBe(2);
    status = 500;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('These are the last ones').waitFor();
    expect(await row(page, 'TikTok').textContent()).toContain('100%');
    expect(await violations(page)).toEqual([]);
  });

  it('says when it could not be loaded, and can be retried', async () => {
    let status = 500;
    const page = await fixture.open('/status', {}, (one) =>
      one.route(API, (route) =>
        status === 200 ? route.continue() : route.fulfill({ status, json: {} }),
      ),
    );
    await page.getByRole('heading', { name: 'We couldn’t load the figures' }).waitFor();
    expect(await violations(page)).toEqual([]);
    status = 200;
    await page.getByRole('button', { name: 'Try again' }).click();
    await withFigures(page);
    expect(await page.evaluate('document.activeElement.id')).toBe('status-heading');
  });

  it.each([
    ['light', 390, 'ltr'],
    ['dark', 390, 'ltr'],
    ['light', 320, 'rtl'],
    ['dark', 820, 'rtl'],
  ] as const)(
    'fits and has no axe violations, %s at %i px, %s',
    async (colorScheme, width, dir) => {
      const page = await fixture.open('/status', { colorScheme, width, dir });
      await withFigures(page);
      expect(await isTooWide(page)).toBe(false);
      expect(await violations(page)).toEqual([]);
    },
  );
});
