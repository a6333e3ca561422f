// The offers of an item with their figures: the three qualities, the audio files, and the list of all formats.

import { FILE_FORMATS, type FileFormat, type PlaysOn } from '../../shared/media/formats.ts';
import type {
  AudioCodec,
  Caveat,
  Item,
  Picture,
  Sound,
  Track,
  VideoCodec,
} from '../../shared/media/media.ts';
import { MP3_RATES, mp3OfferId, QUALITIES } from '../../shared/media/qualities.ts';
import { type Choice, choiceOf } from './choice.ts';
import {
  caveatLabel,
  codecName,
  dimensionsLabel,
  placesOf,
  resolutionLabel,
  sizeLabel,
} from './labels.ts';
import { encodedKilobits, type PlanOption } from './plan.ts';
import { optionsFor } from './plan-download.ts';
import {
  caveatsOf,
  type PictureTrack,
  playsEverywhere,
  type RankedItem,
  rankItem,
  shortSideOf,
  soundIn,
  tracksIn,
} from './rank-tracks.ts';

/** One offer: what the file will be. `bytes` is shown with "≈" unless `bytesExact`. */
export type Offer = {
  readonly id: string;
  readonly container: FileFormat;
  readonly shortSide: number | null;
  readonly fps: number | null;
  readonly dynamicRange: Picture['dynamicRange'] | null;
  readonly videoCodec: VideoCodec | null;
  readonly audioCodec: AudioCodec | null;
  readonly hasSound: 'yes' | 'no' | 'unknown';
  readonly language: string | null;
  readonly voice: Sound['role'] | null;
  readonly caveats: readonly Caveat[];
  readonly kilobitsPerSecond: number | null;
  readonly bytes: number | null;
  readonly bytesExact: boolean;
  readonly playsOn: readonly PlaysOn[];
  readonly label: string;
};

/** The offers of one item. The ids of the first ones are the spec's qualities. `platform` is its name, for labels. */
export function offersOf(item: Item, platform = 'the platform'): readonly Offer[] {
  const whole = { itemId: item.id, span: null, sound: { kind: 'original' } } as const;
  const ranked = rankItem(item);
  const choices: [string, Choice][] = [
    ...QUALITIES.map((quality): [string, Choice] => [quality, choiceOf('mp4', quality, item.id)]),
    ...QUALITIES.map((quality): [string, Choice] => [
      mp3OfferId(MP3_RATES[quality]),
      choiceOf('mp3', quality, item.id),
    ]),
    ['original-sound', { ...whole, container: 'sound' }],
    ['photo', { itemId: item.id, span: null, container: 'photo' }],
    ...(item.kind === 'photo'
      ? []
      : [
          ['thumbnail', { itemId: item.id, span: null, container: 'thumbnail' }] as [
            string,
            Choice,
          ],
        ]),
    ...distinct(item.kind === 'photo' ? [] : ranked.pictures).map((track): [string, Choice] => [
      `track:${track.id}`,
      { ...whole, container: 'mp4', picture: { kind: 'track', trackId: track.id } },
    ]),
  ];

  return choices.flatMap(([id, choice]) => {
    const [option] = optionsFor(ranked, choice);
    return option ? [describe(ranked, id, option, platform)] : [];
  });
}

/**
 * One track for each distinguishable file: the first, which is the best, of mirrors, deliveries, and combined and separate
 * variants.
 */
function distinct(tracks: readonly PictureTrack[]): PictureTrack[] {
  const seen = new Set<string>();
  return tracks.filter(({ picture, sound, caveats }) => {
    const { codec, width, height, fps, dynamicRange } = picture;
    const plays = playsEverywhere(picture);
    const voice =
      sound && sound !== 'unknown' && sound.role === 'dub' ? sound.language : 'original';
    const figures = [codec, width, height, Math.round(fps ?? 0), dynamicRange];
    const row = [...figures, plays, voice, caveats].join();
    // Two files of unknown size may differ.
    if (height === null) return true;
    return !seen.has(row) && seen.add(row);
  });
}

function describe(ranked: RankedItem, id: string, option: PlanOption, platform: string): Offer {
  const tracks = tracksIn(ranked, option);
  const isPicture =
    option.expect.picture !== null || FILE_FORMATS[option.recipe.container].kind === 'image';
  const picture = isPicture ? (tracks.find((track) => track.picture)?.picture ?? null) : null;
  const { sound } = option.expect;
  const { recipe, estimate } = option;
  const kilobits = encodedKilobits(recipe) ?? soundKilobits(tracks);
  const spoken = soundIn(ranked, option);
  const caveats = caveatsOf(tracks);
  const ofSound = [
    sound && sound !== 'unknown' ? codecName(sound.codec) : null,
    kilobits ? `${kilobits} kbps` : null,
  ];
  const ofMedia = picture ? [resolutionLabel(picture), codecName(picture.codec)] : ofSound;
  const words = recipe.container === 'image' ? [dimensionsLabel(picture)] : ofMedia;
  return {
    id,
    container: recipe.container,
    shortSide: picture ? shortSideOf(picture) : null,
    fps: picture?.fps ?? null,
    dynamicRange: picture?.dynamicRange ?? null,
    videoCodec: picture && recipe.container !== 'image' ? picture.codec : null,
    audioCodec: sound && sound !== 'unknown' ? sound.codec : null,
    hasSound: sound === 'unknown' ? 'unknown' : sound === null ? 'no' : 'yes',
    language: spoken?.language ?? null,
    voice: spoken?.role ?? null,
    caveats,
    kilobitsPerSecond: picture ? null : kilobits,
    bytes: estimate.bytes,
    bytesExact: estimate.exact,
    playsOn: placesOf(recipe.container, picture, sound === 'unknown' ? null : sound),
    label: [
      ...words,
      ...caveats.map((caveat) => caveatLabel(caveat, platform)),
      spoken?.role === 'unknown' ? 'voice unknown' : null,
      sizeLabel(estimate),
    ]
      .filter((word) => word !== null)
      .join(' · '),
  };
}

function soundKilobits(tracks: readonly Track[]): number | null {
  for (const { sound } of tracks) {
    if (sound && sound !== 'unknown' && sound.bitsPerSecond !== null)
      return Math.round(sound.bitsPerSecond / 1000);
  }
  return null;
}
