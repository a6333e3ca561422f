// The order of tracks: how video and audio tracks are ranked, as pure comparisons.
import type { AudioCodec, Item, Picture, Sound, Track } from '../../shared/media/media.ts';
import type { SoundChoice } from './choice.ts';

/** A track with video, or an image. */
export type PictureTrack = Track & { readonly picture: Picture };

/** An audio-only track. */
export type SoundTrack = Track & { readonly picture: null; readonly sound: Sound };

/** The ranked tracks of an item, computed once for all choices. */
export type RankedItem = {
  readonly item: Item;
  readonly byId: ReadonlyMap<string, Track>;
  /** Best first; tracks with the platform's watermark only if there are no others. */
  readonly pictures: readonly PictureTrack[];
  /** Audio-only tracks that may be combined with a video track. */
  readonly sounds: readonly SoundTrack[];
  /** The best of `sounds` for a choice, of the preferred codec if there is one; null when none matches. */
  readonly soundFor: (choice: SoundChoice, preferred: AudioCodec) => SoundTrack | null;
};

/** Ranks the tracks of an item. */
export function rankItem(item: Item): RankedItem {
  const order = new Map(item.tracks.map((track, index) => [track.id, index]));
  // A music track may differ from the audio of the video.
  const sounds = soundTracks(item.tracks).filter(({ sound }) => sound.role !== 'music');
  const found = new Map<string, SoundTrack | null>();
  return {
    item,
    byId: new Map(item.tracks.map((track) => [track.id, track])),
    pictures: pictureTracks(item.tracks).sort(comparePictures(order)),
    sounds,
    soundFor: (choice, preferred) => {
      const key = JSON.stringify([choice, preferred]);
      const known = found.get(key);
      if (known !== undefined) return known;
      const best = chooseSounds(sounds, choice, preferred)[0] ?? null;
      found.set(key, best);
      return best;
    },
  };
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

/** The audio-only tracks. */
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

/** True for video that every phone, television and editor plays: H.264 without HDR. */
export function playsEverywhere(picture: Picture): boolean {
  return picture.codec === 'h264' && picture.dynamicRange === 'sdr';
}

const DELIVERY_ORDER = { file: 0, dash: 1, hls: 2 } as const;
const ROLE_ORDER = { original: 0, unknown: 1, dub: 2, description: 3, music: 4 } as const;
/** The properties that a picture leaves unknown, so that a missing figure never ranks another picture higher. */
const USUAL_FPS = 30;

/**
 * Best picture first: higher resolution, higher frame rate, then the simpler delivery and the higher bit rate. Where the
 * platform names no size, its own order (worst first) decides.
 */
function comparePictures(order: ReadonlyMap<string, number>) {
  return (a: PictureTrack, b: PictureTrack): number =>
    (shortSideOf(b.picture) ?? 0) - (shortSideOf(a.picture) ?? 0) ||
    Math.round(b.picture.fps ?? USUAL_FPS) - Math.round(a.picture.fps ?? USUAL_FPS) ||
    DELIVERY_ORDER[a.delivery] - DELIVERY_ORDER[b.delivery] ||
    (b.bitsPerSecond ?? 0) - (a.bitsPerSecond ?? 0) ||
    (order.get(b.id) ?? 0) - (order.get(a.id) ?? 0);
}

/** The audio tracks that match a choice, best first: by voice, then the preferred codec, then bit rate. */
export function chooseSounds(
  sounds: readonly SoundTrack[],
  choice: SoundChoice,
  preferred: Sound['codec'] | null,
): SoundTrack[] {
  const meets = (track: SoundTrack): boolean => {
    if (choice.kind === 'track') return track.id === choice.trackId;
    if (choice.kind === 'language') return isSameLanguage(track.sound.language, choice.language);
    return true;
  };
  const codecOrder = (track: SoundTrack) =>
    preferred === null || track.sound.codec === preferred ? 0 : 1;
  return sounds
    .filter(meets)
    .sort(
      (a, b) =>
        ROLE_ORDER[a.sound.role] - ROLE_ORDER[b.sound.role] ||
        codecOrder(a) - codecOrder(b) ||
        DELIVERY_ORDER[a.delivery] - DELIVERY_ORDER[b.delivery] ||
        (b.sound.bitsPerSecond ?? 0) - (a.sound.bitsPerSecond ?? 0),
    );
}

/** Whether audio is in the language asked for: `en` matches `en-US` and vice versa. */
export function isSameLanguage(have: string | null, want: string): boolean {
  return (
    have !== null && have.split('-', 1)[0]?.toLowerCase() === want.split('-', 1)[0]?.toLowerCase()
  );
}
