// SponsorBlock's service as the lab plays it: the marked parts of videos, found by the first letters of the hash of an id.
import { createHash } from 'node:crypto';
import type { LabAnswer } from '../../platform.ts';
import { json, refusal } from '../answers.ts';

export const SPONSORBLOCK_HOST = 'sponsor.ajay.app';

const part = (category: string, segment: readonly [number, number], videoDuration: number) => ({
  category,
  actionType: 'skip',
  segment,
  UUID: createHash('sha256').update(`${category} ${segment}`).digest('hex'),
  videoDuration,
  locked: 0,
  votes: 3,
  description: '',
});

/** `labMain_001` lasts ten seconds; one part is of another cut of it, and all share their answer with another video. */
const MARKED = [
  {
    videoID: 'labMain_001',
    segments: [part('sponsor', [2, 5], 10), part('outro', [8, 10.4], 0), part('intro', [0, 2], 25)],
  },
  { videoID: 'labOther_01', segments: [part('sponsor', [0, 9], 10)] },
];
const PREFIX = createHash('sha256').update('labMain_001').digest('hex').slice(0, 4);

/** Answers `/api/skipSegments/…`; 404 where nothing is marked. */
export function answerMarks({ pathname, searchParams }: URL): LabAnswer {
  const wanted: readonly string[] = JSON.parse(searchParams.get('categories') ?? '["sponsor"]');
  if (pathname !== `/api/skipSegments/${PREFIX}`) return refusal(404);
  return json(
    MARKED.map(({ videoID, segments }) => ({
      videoID,
      hash: createHash('sha256').update(videoID).digest('hex'),
      segments: segments.filter(({ category }) => wanted.includes(category)),
    })),
  );
}
