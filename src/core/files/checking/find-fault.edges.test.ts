// Files at the edges of what is expected: very short ones, covers, and codecs that the platform did not name.
import { expect, it } from 'vitest';
import type { Expectation } from '../../choosing/plan.ts';
import { findFault, type Probe, type ProbedPicture, type ProbedSound } from './find-fault.ts';

const picture: ProbedPicture = {
  kind: 'picture',
  index: 0,
  codec: 'vp9',
  width: 640,
  height: 360,
  fps: 30,
  dynamicRange: 'sdr',
  startSeconds: 0,
  durationSeconds: 0.4,
};
const sound: ProbedSound = {
  kind: 'sound',
  index: 1,
  codec: 'opus',
  sampleRateHz: 48_000,
  channels: 2,
  bitsPerSecond: null,
  startSeconds: 0,
  durationSeconds: 0.4,
};
const probeOf = (...streams: Probe['streams']): Probe => ({
  bytes: 1000,
  startSeconds: 0,
  durationSeconds: 0.4,
  streams,
});
const cover = (index: number) => ({ kind: 'cover', index }) as const;
const subtitles = { kind: 'subtitles', index: 7 } as const;
const of = (changes: Partial<Expectation>): Expectation => ({
  picture: { codec: 'vp9', width: 640, height: 360 },
  sound: { codec: 'opus' },
  durationSeconds: 0.4,
  ...changes,
});
const SONG = of({ picture: null });
const BOTH = probeOf(picture, sound);

it.each<[string, Probe, Parameters<typeof findFault>[1], Expectation, string | null]>([
  ['a moment', BOTH, 'webm', of({}), null],
  ['a song with a cover', probeOf(sound, cover(2)), 'm4a', SONG, null],
  ['a song with two', probeOf(sound, cover(2), cover(3)), 'm4a', SONG, 'a cover'],
  ['a video with a cover', probeOf(picture, sound, cover(2)), 'webm', of({}), 'a cover'],
  ['audio of any codec', BOTH, 'webm', of({ sound: { codec: 'other' } }), null],
  ['audio of another codec', BOTH, 'webm', of({ sound: { codec: 'aac' } }), 'opus instead of aac'],
  [
    'video of any codec',
    BOTH,
    'webm',
    of({ picture: { codec: 'other', width: 640, height: 360 } }),
    null,
  ],
  [
    'a width alone',
    BOTH,
    'webm',
    of({ picture: { codec: 'vp9', width: 640, height: null } }),
    null,
  ],
  [
    'another width alone',
    BOTH,
    'webm',
    of({ picture: { codec: 'vp9', width: 900, height: null } }),
    '640 × 360',
  ],
  [
    'unknown audio, of which there is too much',
    probeOf(picture, sound, sound),
    'webm',
    of({ sound: 'unknown' }),
    '2 sounds',
  ],
  ['subtitles as wanted', probeOf(picture, sound, subtitles), 'mp4', of({ subtitles: 1 }), null],
  ['subtitles that are missing', BOTH, 'mp4', of({ subtitles: 1 }), '0 subtitles instead of 1'],
  [
    'subtitles that nobody wanted',
    probeOf(picture, sound, subtitles),
    'mp4',
    of({}),
    '1 subtitles instead of 0',
  ],
])('%s', (_what, probe, container, expectation, fault) => {
  const found = findFault(probe, container, expectation);
  if (fault === null) expect(found).toBeNull();
  else expect(found).toContain(fault);
});
