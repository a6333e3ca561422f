// The order of tracks: how video and audio tracks are ranked, as pure comparisons.
import {
  type AudioCodec,
  CAVEATS,
  type Caveat,
  type Item,
  type Picture,
  type Sound,
  type Track,
} from '../../shared/media/media.ts';
import type { SoundChoice } from './choice.ts';
import type { PlanOption } from './plan.ts';
import { voiceFilter, voiceOrder } from './voices.ts';

/** A track with video, or an image. */
export type PictureTrack = Track & { readonly picture: Picture };

export type SoundTrack = Track & { readonly picture: null; readonly sound: Sound };

/** The ranked tracks of an item, computed once for all choices. */
export type RankedItem = {
  readonly item: Item;
  readonly byId: ReadonlyMap<string, Track>;
  /** Best first; tracks with the platform's watermark only if there are no others. */
  readonly pictures: readonly PictureTrack[];
  /** Audio-only tracks that may be combined with a video track. */
  readonly sounds: readonly SoundTrack[];
  /** Whether the audio of a track is what a choice means. */
  readonly matches: (track: Track, choice: SoundChoice) => boolean;
  /** The best of `sounds` for a choice, of the preferred codec if there is one; null when none matches. */
  readonly soundFor: (choice: SoundChoice, preferred: AudioCodec) => SoundTrack | null;
};

/** Ranks the tracks of an item. `known` are those that a choice may name, which may be more. */
export function rankItem(item: Item, known: readonly Track[] = item.tracks): RankedItem {
  // A music track may differ from the audio of the video.
  const sounds = soundTracks(item.tracks).filter(({ sound }) => sound.role !== 'music');
  const filterFor = remembering((choice: SoundChoice) => voiceFilter(item.tracks, choice));
  const soundFor = remembering((choice: SoundChoice, preferred: AudioCodec) => {
    const [best] = rankSounds(sounds.filter(filterFor(choice)), preferred);
    return best ?? null;
  });
  return {
    item,
    byId: new Map(known.map((track) => [track.id, track])),
    pictures: pictureTracks(item.tracks).toReversed().sort(comparePictures),
    sounds,
    matches: (track, choice) => filterFor(choice)(track),
    soundFor,
  };
}

function remembering<In extends unknown[], Out>(compute: (...input: In) => Out) {
  const found = new Map<string, { readonly value: Out }>();
  return (...input: In): Out => {
    const key = JSON.stringify(input);
    const known = found.get(key) ?? { value: compute(...input) };
    found.set(key, known);
    return known.value;
  };
}

/** The tracks of an option; none for what is no track. */
export function tracksIn({ byId }: RankedItem, { sources }: PlanOption): readonly Track[] {
  return sources.flatMap((one) => (one.kind === 'track' ? (byId.get(one.trackId) ?? []) : []));
}

/** The audio of an option, of two tracks that of the second; null without audio, or where it is unknown. */
export function soundIn(ranked: RankedItem, option: PlanOption): Sound | null {
  const sound = option.expect.sound && tracksIn(ranked, option).at(-1)?.sound;
  return sound && sound !== 'unknown' ? sound : null;
}

/** "p" is the shorter side: 1080×1920 is 1080p. Null when the platform names no size. */
export function shortSideOf(picture: Picture): number | null {
  if (picture.width === null || picture.height === null) return picture.height ?? picture.width;
  return Math.min(picture.width, picture.height);
}

function pictureTracks(tracks: readonly Track[]): PictureTrack[] {
  return cleanTracks(tracks.filter(hasPicture));
}

/** Those without the platform's watermark if there are any, else all. */
export function cleanTracks<Some extends Track>(tracks: Some[]): Some[] {
  const clean = tracks.filter((track) => !track.watermarked);
  return clean.length > 0 ? clean : tracks;
}

export function soundTracks(tracks: readonly Track[]): SoundTrack[] {
  return tracks.filter(
    (track): track is SoundTrack =>
      track.picture === null && track.sound !== null && track.sound !== 'unknown',
  );
}

/** Whether a track has video, or is an image. */
export function hasPicture(track: Track): track is PictureTrack {
  return track.picture !== null;
}

/** True for video that every phone, television and editor plays: H.264 of 8 bits and 4:2:0, without HDR. */
export function playsEverywhere({
  codec,
  dynamicRange,
  isPlain = true,
}: Pick<Picture, 'codec' | 'dynamicRange' | 'isPlain'>): boolean {
  return codec === 'h264' && dynamicRange === 'sdr' && isPlain;
}

const DELIVERY_ORDER = { file: 0, dash: 1, hls: 2 } as const;
const CAVEAT_ORDER: Readonly<Record<Caveat, number>> = {
  drc: 1,
  voiceBoost: 2,
  upscaled: 3,
  damaged: 4,
};
/** The properties that a picture leaves unknown, so that a missing figure never ranks another picture higher. */
const USUAL_FPS = 30;

/** What is said against a file of these tracks. */
export function caveatsOf(tracks: readonly Track[]): readonly Caveat[] {
  return CAVEATS.filter((caveat) => tracks.some(({ caveats }) => caveats.includes(caveat)));
}

/** How much is said against a track; 0 where nothing is. */
export function caveatOrder({ caveats }: Track): number {
  return Math.max(0, ...caveats.map((caveat) => CAVEAT_ORDER[caveat]));
}

/** What counts before any figure: what is said against a track, then how much yt-dlp prefers it. */
export function compareStanding(a: Track, b: Track): number {
  return caveatOrder(a) - caveatOrder(b) || b.rating.preference - a.rating.preference;
}

/** What counts among tracks of equal figures. yt-dlp lists the best last, so tracks are reversed before they are sorted. */
function compareRest(a: Track, b: Track): number {
  return (
    b.rating.source - a.rating.source ||
    b.rating.quality - a.rating.quality ||
    DELIVERY_ORDER[a.delivery] - DELIVERY_ORDER[b.delivery]
  );
}

/** Best picture first: higher resolution, higher frame rate, then yt-dlp's rating, the simpler delivery and the higher bit rate. */
function comparePictures(a: PictureTrack, b: PictureTrack): number {
  return (
    compareStanding(a, b) ||
    (shortSideOf(b.picture) ?? 0) - (shortSideOf(a.picture) ?? 0) ||
    Math.round(b.picture.fps ?? USUAL_FPS) - Math.round(a.picture.fps ?? USUAL_FPS) ||
    compareRest(a, b) ||
    (b.bitsPerSecond ?? 0) - (a.bitsPerSecond ?? 0)
  );
}

/** The audio tracks best first: by voice, then what is said against them, the preferred codec, and bit rate. */
export function rankSounds(
  sounds: readonly SoundTrack[],
  preferred: Sound['codec'] | null,
): SoundTrack[] {
  const codecOrder = (track: SoundTrack) =>
    preferred === null || track.sound.codec === preferred ? 0 : 1;
  return sounds
    .toReversed()
    .sort(
      (a, b) =>
        voiceOrder(a.sound) - voiceOrder(b.sound) ||
        compareStanding(a, b) ||
        codecOrder(a) - codecOrder(b) ||
        compareRest(a, b) ||
        (b.sound.bitsPerSecond ?? 0) - (a.sound.bitsPerSecond ?? 0),
    );
}
