// Every way to make an MP4 of an item, in the order in which they are to be tried for a wish.
import type { Quality } from '../../shared/formats.ts';
import type { Sound, Track } from '../../shared/media.ts';
import type { PictureChoice, SoundChoice } from './choice.ts';
import type { PlanOption } from './plan.ts';
import {
  hasPicture,
  type PictureTrack,
  playsEverywhere,
  type RankedItem,
  shortSideOf,
} from './rank-tracks.ts';

/** The most lines of the shorter side that each button gives. */
const MOST_LINES: Readonly<Record<Quality, number>> = {
  high: Number.POSITIVE_INFINITY,
  medium: 720,
  low: 360,
};

/** The options for a wish, best first and each worked out when it is asked for; none when the item has no such picture or sound. */
export function* pictureOptions(
  ranked: RankedItem,
  picture: PictureChoice,
  sound: SoundChoice,
): Generator<PlanOption> {
  if (ranked.item.kind !== 'video') return;
  const wanted =
    picture.kind === 'track'
      ? orderForTrack(ranked, picture.trackId)
      : orderForQuality(ranked.pictures, picture.quality);
  for (const track of wanted) {
    const option = withSound(ranked, track, sound);
    if (option) yield option;
  }
}

/** The exact track first; after it what is closest, so that a broken file still has a way out. */
function* orderForTrack({ byId, pictures }: RankedItem, trackId: string): Generator<PictureTrack> {
  const chosen = byId.get(trackId);
  if (!chosen || !hasPicture(chosen)) return;
  yield chosen;
  const lines = shortSideOf(chosen.picture) ?? 0;
  for (const track of pictures)
    if (track.id !== trackId && (shortSideOf(track.picture) ?? 0) <= lines) yield track;
}

/** What plays everywhere first. Within the button's bound from the best down, then what is above it from the smallest up. */
function orderForQuality(tracks: readonly PictureTrack[], quality: Quality): PictureTrack[] {
  const linesOf = (track: PictureTrack) => shortSideOf(track.picture);
  const isWithin = (track: PictureTrack) => (linesOf(track) ?? 0) <= MOST_LINES[quality];
  const sortedFor = (some: PictureTrack[]) => {
    // Where no size is named, the smallest is the one that the platform puts last.
    const nameless = some.filter((track) => linesOf(track) === null);
    const named = some.filter((track) => linesOf(track) !== null);
    return [
      ...named.filter(isWithin),
      ...(quality === 'low' ? nameless.reverse() : nameless),
      ...named.filter((track) => !isWithin(track)).reverse(),
    ];
  };
  const everywhere = tracks.filter((track) => playsEverywhere(track.picture));
  const rest = tracks.filter(
    (track) => !playsEverywhere(track.picture) && track.picture.codec !== 'h266',
  );
  return [...sortedFor(everywhere), ...sortedFor(rest)];
}

/** Joins a picture with the wanted sound; null when the wish for the sound cannot be met with this picture. */
function withSound(
  { item, sounds, soundFor }: RankedItem,
  track: PictureTrack,
  wish: SoundChoice,
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
  if (track.sound !== null && meetsWish(track.sound, wish)) return alone('both');
  if (track.sound === null && sounds.length === 0)
    return wish.kind === 'original' ? alone('picture') : null;

  const best = soundFor(wish);
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

/** A combined file answers a wish for the original voice unless it says that it is a dub; a language only when it says so. */
function meetsWish(sound: Sound | 'unknown', wish: SoundChoice): boolean {
  if (wish.kind === 'track') return false;
  if (sound === 'unknown') return wish.kind === 'original';
  if (wish.kind === 'original') return sound.role === 'original' || sound.role === 'unknown';
  return (
    sound.language?.split('-', 1)[0]?.toLowerCase() ===
    wish.language.split('-', 1)[0]?.toLowerCase()
  );
}

/** The size a track has or is likely to have. */
export function bytesOf(track: Track, durationSeconds: number | null): number | null {
  if (track.bytes !== null) return track.bytes;
  if (track.bitsPerSecond === null || durationSeconds === null) return null;
  return Math.round((track.bitsPerSecond / 8) * durationSeconds);
}
