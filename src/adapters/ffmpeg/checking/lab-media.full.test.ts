// What the lab serves in other codecs and sizes than the first tier tries, made and checked.
import { afterAll, beforeAll, it } from 'vitest';
import {
  createLabMediaFixture,
  type LabMediaFixture,
  pictureOf,
} from '../../../../tests/support/media/lab-media-fixture.ts';

let fixture: LabMediaFixture;
beforeAll(async () => {
  fixture = await createLabMediaFixture();
});
afterAll(() => fixture.remove());

it.each([
  ['upright 720p', pictureOf('h264', 720, 1280, 30), 'aac'],
  ['2160p60 in H.265', pictureOf('h265', 3840, 2160, 60), 'aac'],
  ['1440p in VP9 with Opus', pictureOf('vp9', 2560, 1440, 30), 'opus'],
  ['1080p60 in AV1 with Opus', pictureOf('av1', 1920, 1080, 60), 'opus'],
] as const)(
  '%s: the file that is made and checked has this picture and that sound',
  async (_name, variant, codec) => {
    await fixture.expectJoined(variant, codec);
  },
);
