// Picture and sound of two sources stay together when both files are there from the start.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
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

describe('a flash and a click stay together of files', () => {
  it.each(FLASH_PAIRS)('%s', async (_name, picture, sound) => {
    const path = await fixture.make(picture, sound, {});
    const [{ flash, click } = { flash: 0, click: 9 }] = await fixture.momentsOf([path]);
    expect(flash).toBeGreaterThan(2.9);
    expect(Math.abs(flash - click)).toBeLessThan(MOST_APART_SECONDS);
  });
});
