// The options for an MP4 of an item, best first.
import type { AudioCodec, Picture, Sound, Track } from '../../shared/media/media.ts';
import type { Quality } from '../../shared/media/qualities.ts';
import type { PictureChoice, SoundChoice } from './choice.ts';
import type { PlanOption } from './plan.ts';
import {
  hasPicture,
  isSameLanguage,
  type PictureTrack,
  playsEverywhere,
  type RankedItem,
  shortSideOf,
} from './rank-tracks.ts';

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
  const wanted =
    picture.kind === 'track'
      ? orderForTrack(ranked, picture.trackId)
      : orderForQuality(ranked.pictures, picture.quality, preference.isPreferred);
  for (const track of wanted) {
    const option = withSound(ranked, track, sound, preference.soundFor(track.picture));
    if (option) yield option;
  }
}

/** The exact track first, then the closest ones as fallbacks for a broken file. */
function* orderForTrack({ byId, pictures }: RankedItem, trackId: string): Generator<PictureTrack> {
  const chosen = byId.get(trackId);
  if (!chosen || !hasPicture(chosen)) return;
  yield chosen;
  const lines = shortSideOf(chosen.picture) ?? 0;
  for (const track of pictures)
    if (track.id !== trackId && (shortSideOf(track.picture) ?? 0) <= lines) yield track;
}

/** Preferred tracks first. Within the quality's maximum from the best down, then those above it from the smallest up. */
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
  const preferred = tracks.filter(({ picture }) => isPreferred(picture));
  const rest = tracks.filter(({ picture }) => !isPreferred(picture) && picture.codec !== 'h266');
  return [...sortedFor(preferred), ...sortedFor(rest)];
}

/** Combines a video track with the chosen audio; null when this video track cannot have it. */
function withSound(
  { item, sounds, soundFor }: RankedItem,
  track: PictureTrack,
  choice: SoundChoice,
  preferred: AudioCodec,
): PlanOption | null {
  const picture = {
    codec: track.picture.codec,
    width: track.picture.width,
    height: track.picture.height,
  };
  const expect = { picture, durationSeconds: item.durationSeconds };
  const asIs = track.container === 'mp4' && track.delivery === 'file';
  const alone = (role: 'both' | 'picture'): PlanOption => ({
    sources: [{ kind: 'track', trackId: track.id, role }],
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
  if (track.sound !== null && matchesChoice(track.sound, choice)) return alone('both');
  if (track.sound === null && sounds.length === 0)
    return choice.kind === 'original' ? alone('picture') : null;

  const best = soundFor(choice, preferred);
  if (!best) return null;
  const parts = [bytesOf(track, item.durationSeconds), bytesOf(best, item.durationSeconds)];
  return {
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
}

/** A combined file matches the original voice unless it is marked as a dub, and a language only when it is marked with it. */
function matchesChoice(sound: Sound | 'unknown', choice: SoundChoice): boolean {
  if (choice.kind === 'track') return false;
  if (sound === 'unknown') return choice.kind === 'original';
  if (choice.kind === 'original') return sound.role === 'original' || sound.role === 'unknown';
  return isSameLanguage(sound.language, choice.language);
}

/** The size of a track in bytes, estimated from its bit rate if need be; null when unknown. */
export function bytesOf(track: Track, durationSeconds: number | null): number | null {
  if (track.bytes !== null) return track.bytes;
  if (track.bitsPerSecond === null || durationSeconds === null) return null;
  return Math.round((track.bitsPerSecond / 8) * durationSeconds);
}
