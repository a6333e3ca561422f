// The options for an MP4 of an item, best first.
import type { AudioCodec, Picture, Sound, Track } from '../../shared/media/media.ts';
import type { Quality } from '../../shared/media/qualities.ts';
import type { PictureChoice, SoundChoice } from './choice.ts';
import type { PlanOption } from './plan.ts';
import {
  caveatOrder,
  hasPicture,
  type PictureTrack,
  playsEverywhere,
  type RankedItem,
  shortSideOf,
} from './rank-tracks.ts';
import { mayBeOriginal, voiceClass } from './voices.ts';

/** The maximum of the shorter side for each quality, in pixels. */
export const MOST_LINES: Readonly<Record<Quality, number>> = {
  high: Number.POSITIVE_INFINITY,
  medium: 720,
  low: 360,
};

/** Which tracks are taken first, whatever their resolution. */
export type Preference = {
  readonly isPreferred: (picture: Picture) => boolean;
  /** The codec of the audio to combine with a video. */
  readonly soundFor: (picture: Picture) => AudioCodec;
};

/** What plays everywhere. */
export const PLAYS_EVERYWHERE: Preference = {
  isPreferred: playsEverywhere,
  soundFor: () => 'aac',
};

/** The options for a choice, best first, computed on demand; none when the item has no such video or audio. */
export function* pictureOptions(
  ranked: RankedItem,
  picture: PictureChoice,
  sound: SoundChoice,
  preference: Preference = PLAYS_EVERYWHERE,
): Generator<PlanOption> {
  if (ranked.item.kind !== 'video') return;
  const optionOf = (track: PictureTrack) =>
    withSound(ranked, track, sound, preference.soundFor(track.picture));
  if (picture.kind === 'track') {
    for (const track of orderForTrack(ranked, picture.trackId)) {
      const option = optionOf(track);
      if (option) yield option.plan;
    }
    return;
  }
  const others: PlanOption[] = [];
  let isFound = false;
  for (const track of orderForQuality(ranked.pictures, picture.quality, preference.isPreferred)) {
    const option = optionOf(track);
    if (!option) continue;
    if (!option.isAsked) others.push(option.plan);
    else yield option.plan;
    isFound ||= option.isAsked;
  }
  // An item is given with a dub, or without audio, only where that is all it has.
  if (!isFound) yield* others;
}

/** The exact track first, then the closest ones as fallbacks for a broken file. */
function* orderForTrack(
  { item, byId, pictures }: RankedItem,
  trackId: string,
): Generator<PictureTrack> {
  const chosen = byId.get(trackId);
  if (!chosen || !hasPicture(chosen)) return;
  if (item.tracks.includes(chosen)) yield chosen;
  const lines = shortSideOf(chosen.picture) ?? 0;
  for (const track of pictures)
    if (track.id !== trackId && (shortSideOf(track.picture) ?? 0) <= lines) yield track;
}

/**
 * Those first against which least is said, of them preferred ones. Within the quality's maximum from the best down, then those
 * above it from the smallest up.
 */
function orderForQuality(
  tracks: readonly PictureTrack[],
  quality: Quality,
  isPreferred: Preference['isPreferred'],
): PictureTrack[] {
  const linesOf = (track: PictureTrack) => shortSideOf(track.picture);
  const isWithin = (track: PictureTrack) => (linesOf(track) ?? 0) <= MOST_LINES[quality];
  const sortedFor = (some: PictureTrack[]) => {
    // Tracks of unknown size are in the order of the platform: the smallest is last.
    const unsized = some.filter((track) => linesOf(track) === null);
    const sized = some.filter((track) => linesOf(track) !== null);
    return [
      ...sized.filter(isWithin),
      ...(quality === 'low' ? unsized.reverse() : unsized),
      ...sized.filter((track) => !isWithin(track)).reverse(),
    ];
  };
  const isPlayable = ({ picture }: PictureTrack) =>
    picture.codec !== 'h266' || isPreferred(picture);
  const standings = Map.groupBy(tracks.filter(isPlayable), (track) =>
    [caveatOrder(track), track.rating.preference].join(),
  );
  return [...standings.values()].flatMap((equal) => [
    ...sortedFor(equal.filter(({ picture }) => isPreferred(picture))),
    ...sortedFor(equal.filter(({ picture }) => !isPreferred(picture))),
  ]);
}

/** An option, and whether its audio is what was asked for. */
type VoicedOption = { readonly plan: PlanOption; readonly isAsked: boolean };

/** Combines a video track with the chosen audio; null when this video track cannot have it. */
function withSound(
  { item, sounds, matches, soundFor }: RankedItem,
  track: PictureTrack,
  choice: SoundChoice,
  preferred: AudioCodec,
): VoicedOption | null {
  const picture = {
    codec: track.picture.codec,
    width: track.picture.width,
    height: track.picture.height,
  };
  const expect = { picture, durationSeconds: item.durationSeconds };
  const asIs = track.container === 'mp4' && track.delivery === 'file';
  // What is announced without sound may have some.
  const alone = (): PlanOption => ({
    sources: [{ kind: 'track', trackId: track.id, role: 'both' }],
    recipe: { kind: asIs ? 'copy' : 'mux', container: 'mp4' },
    expect: {
      ...expect,
      sound:
        track.sound === 'unknown' || track.sound === null
          ? track.sound
          : { codec: track.sound.codec },
    },
    estimate: { bytes: bytesOf(track, item.durationSeconds), exact: asIs && track.bytesExact },
  });
  const own = track.sound !== null && matches(track, choice) ? track.sound : null;
  const best = soundFor(choice, preferred);
  if (own && (isAsked(own, choice) || !best || voiceClass(own) <= voiceClass(best.sound)))
    return { plan: alone(), isAsked: isAsked(own, choice) };
  if (track.sound === null && sounds.length === 0 && choice.kind === 'original')
    return { plan: alone(), isAsked: !item.tracks.some(hasVoice) };
  if (!best) return null;
  const parts = [bytesOf(track, item.durationSeconds), bytesOf(best, item.durationSeconds)];
  const plan: PlanOption = {
    sources: [
      { kind: 'track', trackId: track.id, role: 'picture' },
      { kind: 'track', trackId: best.id, role: 'sound' },
    ],
    recipe: { kind: 'mux', container: 'mp4' },
    expect: { ...expect, sound: { codec: best.sound.codec } },
    estimate: {
      bytes: parts.includes(null)
        ? null
        : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0),
      exact: false,
    },
  };
  return { plan, isAsked: isAsked(best.sound, choice) };
}

/** The original voice may be one of which it is not known; any other was asked for by name. */
function isAsked(sound: Sound | 'unknown', { kind }: SoundChoice): boolean {
  return kind !== 'original' || mayBeOriginal(sound);
}

/** Whether audio is known to be there; a video of which that is unknown may be as silent. */
function hasVoice({ sound }: Track): boolean {
  return sound !== null && sound !== 'unknown' && sound.role !== 'music';
}

/** The size of a track in bytes, estimated from its bit rate if need be; null when unknown. */
export function bytesOf(track: Track, durationSeconds: number | null): number | null {
  if (track.bytes !== null) return track.bytes;
  if (track.bitsPerSecond === null || durationSeconds === null) return null;
  return Math.round((track.bitsPerSecond / 8) * durationSeconds);
}
