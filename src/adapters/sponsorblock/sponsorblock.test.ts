// What is read of SponsorBlock's answer: anyone may have sent what is in it.
import { expect, it } from 'vitest';
import { readMarks } from './sponsorblock.ts';

const ID = 'labMain_001';
const good = { segment: [2, 5], category: 'sponsor', videoDuration: 10 };
const MARK = { title: 'Sponsor', startSeconds: 2, endSeconds: 5, videoSeconds: 10 };
const of = (...segments: unknown[]) => ({ videoID: ID, segments });

it.each<[string, unknown[]]>([
  ['whose end is its start', [of({ ...good, segment: [0, 0] }, good)]],
  ['of one time', [of({ ...good, segment: [2] }, good)]],
  ['with a text for a time', [of({ ...good, segment: ['2', 5] }, good)]],
  ['before the start', [of({ ...good, segment: [-1, 5] }, good)]],
  ['of no category', [of({ segment: [2, 5] }, good)]],
  ['of a category named like a part of an object', [of({ ...good, category: '__proto__' }, good)]],
  ['that is none', [of(null, 'sponsor', [], good)]],
  ['of another video that is malformed', [null, {}, { videoID: 7, segments: 'x' }, of(good)]],
  ['after many that are malformed', [of(...Array.from({ length: 300 }, () => null), good)]],
])('a segment %s costs none of the others', (_, videos) => {
  expect(readMarks(videos, ID)).toEqual([MARK]);
});

it('takes 200 marks of a video, and none of others', () => {
  const many = of(...Array.from({ length: 300 }, () => good));
  expect(readMarks([{ ...of(good), videoID: 'labOther_01' }, many], ID)).toHaveLength(200);
});

it.each([{}, 'none', null, 7])('is no answer: %j', (answer) => {
  expect(() => readMarks(answer, ID)).toThrow();
});
