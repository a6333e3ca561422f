import { describe, expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import type { Picture, Track } from '../../shared/media/media.ts';
import type { Quality } from '../../shared/media/qualities.ts';
import { type Choice, choiceOf } from './choice.ts';
import { mp3Recipe, type Plan } from './plan.ts';
import { planDownload } from './plan-download.ts';

const sizes = {
  360: [640, 360],
  480: [854, 480],
  720: [1280, 720],
  1080: [1920, 1080],
  1440: [2560, 1440],
  2160: [3840, 2160],
} as const;

function video(
  id: string,
  lines: keyof typeof sizes,
  part: Partial<Picture> = {},
  track: Partial<Track> = {},
): Track {
  const [width, height] = sizes[lines];
  return makeTrack(id, {
    picture: makePicture({ width, height, ...part }),
    bytes: lines * 10_000,
    ...track,
  });
}

const aac = makeTrack('140', { container: 'mp4', sound: makeSound(), bytes: 160_000 });
const opus = makeTrack('251', {
  container: 'webm',
  sound: makeSound({ codec: 'opus', bitsPerSecond: 145_000 }),
  bytes: 180_000,
});
const dub = makeTrack('140-es', {
  sound: makeSound({ language: 'es', role: 'dub', bitsPerSecond: 192_000 }),
});

const youtube = [
  video('18', 360, {}, { sound: makeSound({ bitsPerSecond: 96_000 }) }),
  video('135', 480),
  video('136', 720),
  video('137', 1080),
  video('299', 1080, { fps: 60 }),
  video('248', 1080, { codec: 'vp9' }, { container: 'webm' }),
  video('399', 1080, { codec: 'av1' }),
  video('271', 1440, { codec: 'vp9' }, { container: 'webm' }),
  video('313', 2160, { codec: 'vp9' }, { container: 'webm' }),
  aac,
  opus,
  dub,
];

function plan(tracks: readonly Track[], choice: Choice): Plan {
  const planned = planDownload(makeInspection([makeItem(tracks)]), choice);
  if (!('plan' in planned)) throw new TypeError(`no plan: ${planned.unavailable}`);
  return planned.plan;
}

const tracksOf = (made: Plan) =>
  made.sources.map((source) => source.kind === 'track' && source.trackId);

describe('the three buttons', () => {
  it.each<[Quality, string[]]>([
    ['high', ['299', '140']],
    ['medium', ['136', '140']],
    ['low', ['18']],
  ])('%s gives the best H.264 and AAC within its bound', (quality, expected) => {
    expect(tracksOf(plan(youtube, choiceOf('mp4', quality)))).toEqual(expected);
  });

  it('never picks AV1 because its file happens to end in .mp4', () => {
    const tracks = [video('399', 1080, { codec: 'av1' }), video('136', 720), aac];
    expect(tracksOf(plan(tracks, choiceOf('mp4', 'high')))).toEqual(['136', '140']);
  });

  it('counts the shorter side of an upright video as its lines', () => {
    const upright = makeTrack('up', {
      picture: makePicture({ width: 1080, height: 1920 }),
      sound: makeSound(),
    });
    const small = makeTrack('small', {
      picture: makePicture({ width: 720, height: 1280 }),
      sound: makeSound(),
    });
    expect(tracksOf(plan([upright, small], choiceOf('mp4', 'medium')))).toEqual(['small']);
    expect(tracksOf(plan([upright, small], choiceOf('mp4', 'high')))).toEqual(['up']);
  });

  it('low gives the smallest there is when nothing is as small as 360p', () => {
    expect(
      tracksOf(plan([video('137', 1080), video('135', 480), aac], choiceOf('mp4', 'low'))),
    ).toEqual(['135', '140']);
  });

  it('gives the best other codec when there is no H.264 at all, but never H.266', () => {
    const tracks = [video('v', 1080, { codec: 'h266' }), video('w', 720, { codec: 'vp9' }), aac];
    expect(tracksOf(plan(tracks, choiceOf('mp4', 'high')))).toEqual(['w', '140']);
  });

  it('never takes the watermarked file where there is a clean one, and takes it where there is none', () => {
    const marked = video('download', 1080, {}, { watermarked: true, sound: makeSound() });
    const clean = video('play', 720, {}, { sound: makeSound() });
    expect(tracksOf(plan([marked, clean], choiceOf('mp4', 'high')))).toEqual(['play']);
    expect(tracksOf(plan([marked], choiceOf('mp4', 'high')))).toEqual(['download']);
  });

  it('takes sound from the watermarked file only where no other has any, not even as an alternative', () => {
    const marked = video('download', 360, {}, { watermarked: true, sound: makeSound() });
    const clean = video('play', 720, {}, { sound: makeSound() });
    const silent = video('silent', 720, {}, { sound: null });
    const sources = (tracks: Parameters<typeof plan>[0]) => {
      const { sources: first, alternatives } = plan(tracks, choiceOf('mp3', 'high'));
      return [{ sources: first }, ...alternatives].flatMap((one) =>
        one.sources.map((source) => ('trackId' in source ? source.trackId : '')),
      );
    };
    expect(sources([marked, clean])).toEqual(['play']);
    expect(sources([marked, silent])).toEqual(['download']);
  });

  it('prefers one plain file to a playlist of the same picture', () => {
    const hls = video(
      'hls',
      720,
      {},
      { delivery: 'hls', container: 'ts', sound: makeSound(), bitsPerSecond: 9_000_000 },
    );
    const file = video('http', 720, {}, { sound: makeSound(), bitsPerSecond: 2_000_000 });
    expect(tracksOf(plan([file, hls], choiceOf('mp4', 'high')))).toEqual(['http']);
  });

  it('keeps what may be silent apart from what is: unknown sound is expected as unknown, no sound as none', () => {
    const unknown = plan([video('a', 720, {}, { sound: 'unknown' })], choiceOf('mp4', 'high'));
    const silent = plan([video('b', 720)], choiceOf('mp4', 'high'));
    expect([unknown.expect.sound, silent.expect.sound]).toEqual(['unknown', null]);
  });
});

describe('the sound', () => {
  it('is the original voice even where a dub has a higher bit rate', () => {
    expect(tracksOf(plan([video('137', 1080), dub, aac], choiceOf('mp4', 'high')))).toEqual([
      '137',
      '140',
    ]);
  });

  it('is the asked language where there is one', () => {
    const choice: Choice = {
      itemId: null,
      span: null,
      container: 'mp4',
      picture: { kind: 'quality', quality: 'high' },
      sound: { kind: 'language', language: 'es-419' },
    };
    expect(tracksOf(plan(youtube, choice))).toEqual(['299', '140-es']);
  });

  it('is unavailable in a language that the video does not have', () => {
    const choice: Choice = {
      itemId: null,
      span: null,
      container: 'mp3',
      sound: { kind: 'language', language: 'fr' },
      kilobitsPerSecond: 320,
    };
    expect(planDownload(makeInspection([makeItem(youtube)]), choice)).toEqual({
      unavailable: 'sound',
    });
  });

  it('for MP3 is the best sound alone, at the rate of the quality', () => {
    const made = plan(youtube, choiceOf('mp3', 'high'));
    expect(tracksOf(made)).toEqual(['251']);
    expect(made.recipe).toEqual(mp3Recipe(320));
    expect(made.estimate).toEqual({ bytes: 400_000, exact: false });
    expect(plan(youtube, choiceOf('mp3', 'low')).recipe).toEqual(mp3Recipe(128));
  });

  it('for MP3 of combined files comes from the smallest of them', () => {
    const tracks = [
      video('hd', 1080, {}, { sound: 'unknown' }),
      video('sd', 360, {}, { sound: 'unknown' }),
    ];
    expect(tracksOf(plan(tracks, choiceOf('mp3', 'high')))).toEqual(['sd']);
  });

  it('is copied unchanged for the original audio', () => {
    const made = plan(youtube, {
      itemId: null,
      span: null,
      container: 'sound',
      sound: { kind: 'original' },
    });
    expect([tracksOf(made), made.recipe]).toEqual([['251'], { kind: 'copy', container: 'ogg' }]);
  });
});

describe('a plan', () => {
  it('has one key for the same result however it was asked for', () => {
    const byButton = plan(youtube, choiceOf('mp4', 'high'));
    const byTrack = plan(youtube, {
      itemId: 'item',
      span: null,
      container: 'mp4',
      picture: { kind: 'track', trackId: '299' },
      sound: { kind: 'original' },
    });
    expect(byTrack.key).toBe(byButton.key);
    expect(plan(youtube, choiceOf('mp4', 'low')).key).not.toBe(byButton.key);
    expect(plan(youtube, choiceOf('mp3', 'high')).key).not.toBe(
      plan(youtube, choiceOf('mp3', 'low')).key,
    );
  });

  it('adds up what it will fetch, exact only for one unchanged file', () => {
    expect(plan(youtube, choiceOf('mp4', 'high')).estimate).toEqual({
      bytes: 10_960_000,
      exact: false,
    });
    expect(plan(youtube, choiceOf('mp4', 'low')).estimate).toEqual({
      bytes: 3_600_000,
      exact: true,
    });
  });

  it('has no size when the platform states none', () => {
    const mute = video('a', 720, {}, { bytes: null, bytesExact: false });
    expect(plan([mute, aac], choiceOf('mp4', 'high')).estimate.bytes).toBeNull();
  });

  it('names up to three other ways and one of other tracks, none of them the first', () => {
    const made = plan(youtube, choiceOf('mp4', 'high'));
    expect(made.alternatives.map((one) => tracksOf({ ...made, ...one })[0])).toEqual([
      '137',
      '136',
      '135',
      '137',
    ]);
  });

  it.each<[string, Choice, string]>([
    ['an item that is not there', choiceOf('mp4', 'high', 'nope'), 'item'],
    [
      'a track that is not there',
      {
        itemId: null,
        span: null,
        container: 'mp4',
        picture: { kind: 'track', trackId: 'x' },
        sound: { kind: 'original' },
      },
      'picture',
    ],
    ['a photo of a video', { itemId: null, span: null, container: 'photo' }, 'photo'],
    [
      'a thumbnail that it does not have',
      { itemId: null, span: null, container: 'thumbnail' },
      'photo',
    ],
    [
      'audio without encoding in a language that it does not have',
      {
        itemId: null,
        span: null,
        container: 'sound',
        sound: { kind: 'language', language: 'fr' },
      },
      'sound',
    ],
  ])('is not made for %s', (_name, choice, unavailable) => {
    expect(planDownload(makeInspection([makeItem(youtube)]), choice)).toEqual({ unavailable });
  });
});
