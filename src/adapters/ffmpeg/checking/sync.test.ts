// Picture and sound of two sources stay together, from every kind of source while it arrives.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  at,
  createFlashFixture,
  FLASH_PAIRS,
  type FlashFixture,
  MOST_APART_SECONDS,
} from '../../../../tests/support/media/flash-fixture.ts';

let fixture: FlashFixture;
beforeAll(async () => {
  fixture = await createFlashFixture();
});
afterAll(() => fixture.remove());

it('a flash and a click stay together while they arrive', async () => {
  const made: string[] = [];
  for (const [, picture, sound] of FLASH_PAIRS)
    made.push(await fixture.make(picture, sound, { hold: 'fed' }));
  for (const [index, { flash, click }] of (await fixture.momentsOf(made)).entries()) {
    expect(flash, FLASH_PAIRS[index]?.[0]).toBeGreaterThan(2.9);
    expect(Math.abs(flash - click), FLASH_PAIRS[index]?.[0]).toBeLessThan(MOST_APART_SECONDS);
  }
});

it('audio that starts a quarter of a second late in its source does so in the file', async () => {
  // Its first quarter of a second is missing, and its timestamps show it.
  const words = ['-ss', '0.25', ...at(10.25), '-f', 'mpegts'];
  const path = await fixture.make(
    { name: 'late p.ts', words: at(10) },
    { name: 'late s.ts', words },
    {},
  );
  const [{ flash, click } = { flash: 0, click: 9 }] = await fixture.momentsOf([path]);
  expect(Math.abs(flash - click)).toBeLessThan(MOST_APART_SECONDS);
});
