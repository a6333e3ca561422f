import { expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeTrack,
  NO_ORIGIN,
} from '../../../tests/support/media/make-item.ts';
import { encodesVideo, settlePlan } from './settle-plan.ts';

const photos = Array.from({ length: 40 }, (_, at) =>
  makeItem([makeTrack(`${at}.photo`, { picture: makePicture() })], {
    id: `p${at}`,
    index: at + 1,
    kind: 'photo',
    durationSeconds: null,
  }),
);
const sources = { egress: 'direct', byId: new Map() };
const inspected = { inspection: makeInspection(photos), sources, origin: NO_ORIGIN };

it('a slideshow encodes video, and is bounded like other encoded video', () => {
  const settle = (secondsPerPicture: number) =>
    settlePlan(
      inspected,
      {
        choice: { itemId: null, span: null, container: 'slideshow', secondsPerPicture },
        pointsAt: null,
        visitor: null,
      },
      { maxDurationSeconds: 3600, maxFileBytes: 1e9, maxEncodeSeconds: 120 },
    );
  const plan = settle(3);
  expect([plan.seconds, encodesVideo(plan.recipe)]).toEqual([120, true]);
  expect(() => settle(5)).toThrow(expect.objectContaining({ code: 'too_long' }));
});
