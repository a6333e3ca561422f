import { describe, expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
  NO_ORIGIN,
} from '../../../tests/support/media/make-item.ts';
import { choiceOf } from '../choosing/choice.ts';
import type { Recipe } from '../choosing/plan.ts';
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

describe('the plan of a video', () => {
  const limits = { maxDurationSeconds: 100, maxFileBytes: 1_000_000, maxEncodeSeconds: 50 };
  const settle = (
    { seconds = 10, bytes = 1000 },
    container: 'mp4' | 'mp3' = 'mp4',
    more: Partial<typeof limits> = {},
  ) => {
    const track = makeTrack('18', { picture: makePicture(), sound: makeSound(), bytes });
    const inspection = makeInspection([makeItem([track], { durationSeconds: seconds })]);
    const request = { choice: choiceOf(container, 'high'), pointsAt: null, visitor: null };
    return () => settlePlan({ ...inspected, inspection }, request, { ...limits, ...more });
  };

  it('is bounded by its length and its size', () => {
    expect(settle({ seconds: 100, bytes: 1_000_000 })).not.toThrow();
    expect(settle({ seconds: 101 })).toThrow(
      expect.objectContaining({ code: 'too_long', params: { minutes: 1 } }),
    );
    expect(settle({ bytes: 1_000_001 })).toThrow(
      expect.objectContaining({ code: 'too_large', params: { gigabytes: 0.001 } }),
    );
  });

  it('may be longer where only its sound is encoded, which takes little', () => {
    expect(settle({ seconds: 99 }, 'mp3', { maxFileBytes: 1e9 })).not.toThrow();
    expect(settle({ seconds: 99 }, 'mp3', { maxFileBytes: 1e9, maxDurationSeconds: 98 })).toThrow();
  });

  it.each<[boolean, string, object]>([
    [true, 'a slideshow', { kind: 'slideshow' }],
    [true, 'another codec', { kind: 'encode', picture: {} }],
    [false, 'a copied picture', { kind: 'encode', picture: 'copy' }],
    [false, 'sound alone', { kind: 'encode', picture: null }],
    [false, 'a copy', { kind: 'copy' }],
  ])('encodes video, %s: %s', (isEncoded, _what, recipe) => {
    expect(encodesVideo(recipe as Recipe)).toBe(isEncoded);
  });
});

it('a link to one item of a post is planned for that item, a link to the post for its first', () => {
  const limits = { maxDurationSeconds: 100, maxFileBytes: 1e9, maxEncodeSeconds: 50 };
  const request = { choice: choiceOf('mp4', 'high'), visitor: null };
  const videos = [1, 2, 3].map((index) =>
    makeItem([makeTrack(`${index}`, { picture: makePicture() })], { id: `v${index}`, index }),
  );
  const itemOf = (pointsAt: number | null) =>
    settlePlan(
      { ...inspected, inspection: makeInspection(videos) },
      { ...request, pointsAt },
      limits,
    ).itemId;
  expect([itemOf(null), itemOf(3)]).toEqual(['v1', 'v3']);
});

it('what a post has not is said to be unavailable', () => {
  const limits = { maxDurationSeconds: 100, maxFileBytes: 1e9, maxEncodeSeconds: 50 };
  const request = { choice: choiceOf('mp3', 'high'), pointsAt: null, visitor: null };
  expect(() => settlePlan(inspected, request, limits)).toThrow(
    expect.objectContaining({ code: 'choice_unavailable' }),
  );
});
