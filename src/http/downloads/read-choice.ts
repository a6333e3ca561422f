// Reads what a visitor chose from the body of `download`.
import type { z } from 'zod';
import {
  AUDIO_CONTAINERS,
  type Choice,
  type ChosenTags,
  choiceOf,
  choiceOfOffer,
  isVideo,
  type SoundChoice,
  VIDEO_CONTAINERS,
  type WantedPart,
} from '../../core/choosing/choice.ts';
import type { downloadRequest } from '../../shared/api/download.ts';
import { AppError } from '../../shared/errors.ts';
import { MP3_RATES } from '../../shared/media/qualities.ts';

type Body = z.output<typeof downloadRequest>;

/**
 * The choice: of an offer, else of `format` and `quality`, in the format of `container`. Throws AppError `choice_unavailable` for
 * fields that do not fit each other, `invalid_request`.
 */
export function readChoice(body: Body): Choice {
  const { container, item, offer, sound, name, tags, subtitles, loudness } = body;
  // Ids are stored with the download, and not every database accepts control characters.
  if (
    [item, offer, ...(subtitles ?? []), ...Object.values(sound ?? {})].some((id) =>
      /\p{Cc}/u.test(id ?? ''),
    )
  )
    throw new AppError('invalid_request', { detail: 'control characters in an id' });
  if (body.slideshow) return slideshowChoice(body, body.slideshow);
  const base = offeredChoice(body);
  const inFormat = container === undefined ? base : inContainer(base, container, body);
  return {
    ...withSound(inFormat, body),
    span: wantedPart(body),
    ...(body.withoutMarked && { withoutMarked: true }),
    ...(name !== undefined && { name }),
    ...(tags && { tags: tagsOf(tags) }),
    ...(subtitles && { subtitles }),
    ...(loudness && { loudness }),
  };
}

/** A slideshow is made of the whole post, and of nothing else. */
function slideshowChoice(
  body: Body,
  { secondsPerPicture }: NonNullable<Body['slideshow']>,
): Choice {
  const { item, offer, container, sound, kilobitsPerSecond, subtitles, tags, format, name } = body;
  const { loudness, withoutMarked } = body;
  const part = wantedPart(body) ?? undefined;
  const others = [
    item,
    offer,
    container,
    sound,
    kilobitsPerSecond,
    subtitles,
    tags,
    loudness,
    part,
    withoutMarked || undefined,
  ];
  if (format !== 'mp4' || others.some((other) => other !== undefined))
    throw unavailable('a slideshow has no other choices');
  return {
    itemId: null,
    span: null,
    container: 'slideshow',
    secondsPerPicture,
    ...(name !== undefined && { name }),
  };
}

/** Throws AppError `invalid_request` with the field that does not fit the others. */
function wantedPart({ from, to, chapter, ...body }: Body): WantedPart | null {
  const { cut = 'instant' } = body;
  if (chapter !== undefined) {
    // Marks are chapters of their own.
    if (body.withoutMarked) throw outside('withoutMarked');
    if (from !== undefined) throw outside('from');
    if (to !== undefined) throw outside('to');
    return { chapter, cut };
  }
  if (from === undefined && to === undefined) {
    if (body.cut !== undefined) throw outside('cut');
    return null;
  }
  if (to !== undefined && to <= (from ?? 0)) throw outside('to');
  return { startSeconds: from ?? 0, endSeconds: to ?? null, cut };
}

function offeredChoice({ offer, format, quality, item }: Body): Choice {
  const itemId = item ?? null;
  if (offer === undefined) return choiceOf(format, quality, itemId);
  const choice = choiceOfOffer(offer, itemId);
  if (!choice) throw unavailable('no such offer');
  return choice;
}

function inContainer(
  base: Choice,
  container: NonNullable<Body['container']>,
  { quality }: Body,
): Choice {
  const { itemId, span } = base;
  if (!('sound' in base)) throw unavailable('a picture has no other format');
  const { sound } = base;
  const audio = AUDIO_CONTAINERS.find((one) => one === container);
  if (audio === 'mp3')
    return { itemId, span, sound, container: audio, kilobitsPerSecond: MP3_RATES[quality] };
  if (audio) return { itemId, span, sound, container: audio };
  if (container === 'original' && !isVideo(base))
    return { itemId, span, sound, container: 'sound' };
  const video = VIDEO_CONTAINERS.find((one) => one === container);
  if (!video || !isVideo(base)) throw unavailable('audio does not become a video');
  return { ...base, container: video };
}

function withSound(choice: Choice, { sound, kilobitsPerSecond }: Body): Choice {
  if (sound === undefined && kilobitsPerSecond === undefined) return choice;
  if (!('sound' in choice)) throw unavailable('a picture has no audio');
  if (choice.container === 'sound' && kilobitsPerSecond !== undefined)
    throw unavailable('original audio has its own bit rate');
  return {
    ...choice,
    ...(sound && { sound: soundChoiceOf(sound) }),
    ...(kilobitsPerSecond !== undefined && { kilobitsPerSecond }),
  };
}

function soundChoiceOf(sound: NonNullable<Body['sound']>): SoundChoice {
  return 'track' in sound
    ? { kind: 'track', trackId: sound.track }
    : { kind: 'language', language: sound.language };
}

/** Without fields that are undefined. */
function tagsOf(tags: NonNullable<Body['tags']>): ChosenTags {
  const { title, artist, cover, album, track } = tags;
  return {
    ...(title !== undefined && { title }),
    ...(artist !== undefined && { artist }),
    ...(cover !== undefined && { cover }),
    ...(album !== undefined && { album }),
    ...(track !== undefined && { track }),
  };
}

const outside = (field: string) => new AppError('invalid_request', { params: { field } });
const unavailable = (detail: string) => new AppError('choice_unavailable', { detail });
