// The options for a video in a format of the visitor's choice, best first: what the format takes is copied, the rest re-encoded.

import { EDIT_TARGETS, type EditTarget } from '../../shared/media/edit-targets.ts';
import { AUDIO_CODECS, VIDEO_CODECS } from '../../shared/media/media.ts';
import type { VideoChoice } from './choice.ts';
import { encodeRecipe, expectationOf, keepsAll, type Streams } from './make-recipe.ts';
import type { PlanOption } from './plan.ts';
import type { RankedItem } from './rank-tracks.ts';
import { PLAYS_EVERYWHERE, type Preference, pictureOptions } from './video-options.ts';

const { mp4, webm } = EDIT_TARGETS;

/** Here MP4 takes what the platform has: a video that plays on fewer devices was chosen as such. */
const ANY_MP4: EditTarget = { ...mp4, pictures: VIDEO_CODECS, sounds: AUDIO_CODECS };

type Container = Exclude<VideoChoice['container'], 'original'>;

const TARGETS: Readonly<Record<Container, EditTarget>> = {
  mp4: ANY_MP4,
  webm,
  mov: EDIT_TARGETS.mov,
  avi: EDIT_TARGETS.avi,
};

/** The options for a choice, computed on demand; none when the item has no such video or audio. */
export function* containerOptions(ranked: RankedItem, choice: VideoChoice): Generator<PlanOption> {
  const { container, picture, sound, kilobitsPerSecond } = choice;
  for (const option of pictureOptions(ranked, picture, sound, PREFERENCES[container]))
    yield inContainer(option, container, kilobitsPerSecond ?? null);
}

const WEBM_SOUND = 'opus';

const PREFERENCES: Readonly<Record<VideoChoice['container'], Preference>> = {
  mp4: PLAYS_EVERYWHERE,
  original: {
    ...PLAYS_EVERYWHERE,
    soundFor: ({ codec }) => (webm.pictures.includes(codec) ? WEBM_SOUND : 'aac'),
  },
  webm: {
    isPreferred: ({ codec }) => webm.pictures.includes(codec),
    soundFor: () => WEBM_SOUND,
  },
  mov: PLAYS_EVERYWHERE,
  avi: PLAYS_EVERYWHERE,
};

function inContainer(
  option: PlanOption,
  wanted: VideoChoice['container'],
  kilobitsPerSecond: number | null,
): PlanOption {
  const { picture, sound, durationSeconds } = option.expect;
  // Whether there is any is unknown: it is encoded if there is.
  const streams = { picture, sound: sound === 'unknown' ? UNKNOWN_SOUND : sound };
  const container = wanted === 'original' ? originalOf(streams) : wanted;
  if (container === 'mp4' && kilobitsPerSecond === null) return option;
  const target = TARGETS[container];
  const bounds = { quality: null, kilobitsPerSecond };
  if (keepsAll(streams, bounds, target)) return { ...option, recipe: { kind: 'mux', container } };
  const encoding = { ...bounds, container, span: null, maxBytes: null, fit: null };
  const recipe = encodeRecipe(streams, encoding, target);
  const expect = expectationOf(streams, recipe, target, durationSeconds);
  return {
    ...option,
    recipe,
    expect: { ...expect, sound: sound === 'unknown' ? 'unknown' : expect.sound },
    estimate: { bytes: option.estimate.bytes, exact: false },
  };
}

const UNKNOWN_SOUND = { codec: 'other' } as const;

function originalOf({ picture, sound }: Streams): 'mp4' | 'webm' {
  const isWebm =
    picture !== null &&
    webm.pictures.includes(picture.codec) &&
    (sound === null || webm.sounds.includes(sound.codec));
  return isWebm ? 'webm' : 'mp4';
}
