// A slideshow: all pictures of a post one after the other, as a video with the post's sound. Pure.

import type { Item } from '../../shared/media/media.ts';
import { SECONDS_PER_PICTURE } from '../../shared/media/slideshow.ts';
import type { Inspection } from '../inspecting/inspection.ts';
import { originalSoundOptions } from './audio-options.ts';
import type { SlideshowChoice } from './choice.ts';
import { photoOptions } from './photo-options.ts';
import type { Estimate, Planned, PlannedSource, PlanOption } from './plan.ts';
import { keyOf } from './plan-key.ts';

/** The offer of a slideshow: its figures with the default seconds for each picture. `bytes` is always an estimate. */
export type SlideshowOffer = {
  readonly pictures: number;
  readonly hasSound: boolean;
  readonly durationSeconds: number;
  readonly bytes: number;
};

/** The rate of its audio, in kilobits per second. */
export const SLIDESHOW_KILOBITS = 128;
/** A picture and its way to the next one, as encoded in full size: between a plain drawing and a crowded photo. */
const BYTES_PER_PICTURE = 400_000;
const BYTES_PER_SECOND = 6_000;

/** The plan of a slideshow, or what the post lacks for it. */
export function planSlideshow(
  inspection: Inspection,
  { secondsPerPicture }: SlideshowChoice,
): Planned {
  const { link, items } = inspection;
  const [first] = items.filter(({ kind }) => kind === 'photo');
  const option = slideshowOption(items, secondsPerPicture);
  if (!first || !option) return { unavailable: 'photo' };
  return {
    plan: {
      ...option,
      key: keyOf([link.platform, link.id, first.id], option),
      media: { platform: link.platform, id: link.id },
      itemId: first.id,
      seconds: option.expect.durationSeconds,
      extras: {},
      alternatives: [],
    },
  };
}

/** The slideshow of a post; null for one without photos. */
export function slideshowOf(items: readonly Item[]): SlideshowOffer | null {
  const option = slideshowOption(items, SECONDS_PER_PICTURE.usual);
  if (!option) return null;
  const { expect, estimate, sources } = option;
  return {
    pictures: sources.filter(({ role }) => role === 'picture').length,
    hasSound: expect.sound !== null,
    durationSeconds: expect.durationSeconds ?? 0,
    bytes: estimate.bytes ?? 0,
  };
}

function slideshowOption(items: readonly Item[], secondsPerPicture: number): PlanOption | null {
  const pictures = items.flatMap((item) => photoOptions(item)[0]?.sources ?? []);
  if (pictures.length === 0) return null;
  const sound = soundOf(items);
  const durationSeconds = pictures.length * secondsPerPicture;
  return {
    sources: [...pictures, ...sound],
    recipe: { kind: 'slideshow', container: 'mp4', secondsPerPicture },
    expect: {
      // Its size is that of most pictures, which only the pictures themselves tell.
      picture: { codec: 'h264', width: null, height: null },
      sound: sound.length > 0 ? { codec: 'aac' } : null,
      durationSeconds,
    },
    estimate: estimateOf(pictures.length, durationSeconds, sound.length > 0),
  };
}

/** The sound of the post; the audio of its videos belongs to those. */
function soundOf(items: readonly Item[]): readonly PlannedSource[] {
  const item = items.find(({ kind }) => kind === 'sound');
  const [best] = item ? originalSoundOptions(item, { kind: 'original' }) : [];
  return best?.sources ?? [];
}

function estimateOf(pictures: number, seconds: number, hasSound: boolean): Estimate {
  const audio = hasSound ? SLIDESHOW_KILOBITS * 125 : 0;
  return {
    bytes: Math.round(pictures * BYTES_PER_PICTURE + seconds * (BYTES_PER_SECOND + audio)),
    exact: false,
  };
}
