// A finished file and what was found in it; used by the store, the checks and everything that shows a result.

import type { FileFormat, PlaysOn } from '../../shared/media/formats.ts';
import type { Loudness } from '../../shared/media/loudness.ts';
import type { AudioCodec, Caveat, EmptyStream, VideoCodec } from '../../shared/media/media.ts';
import type { Span } from '../choosing/choice.ts';
import type { SeveralSounds } from '../choosing/plan.ts';

/**
 * What a platform announced of a file and is not so: the shorter side in pixels, the codec of its picture, its length in seconds; and
 * that it has a sound.
 */
export type Announced = {
  readonly lines?: number;
  readonly codec?: VideoCodec;
  readonly durationSeconds?: number;
  readonly sound?: true;
};

/** What became of the best version of an item where another one is given: its platform refused it, or it was damaged or incomplete. */
export type InsteadOf = 'refused' | 'damaged';

/** How loud the source was in LUFS, and by how many decibels the file is louder, or says in its tags that it should be. */
export type LoudnessMade = {
  readonly way: Loudness;
  readonly lufs: number;
  readonly gainDb: number;
};

/** What the check found in the file itself, not what the platform announced. Sizes in pixels, sample rates in Hz. */
export type Receipt = {
  readonly container: FileFormat;
  readonly picture: {
    readonly codec: VideoCodec;
    readonly width: number;
    readonly height: number;
    readonly fps: number | null;
  } | null;
  readonly sound: {
    readonly codec: AudioCodec;
    readonly sampleRateHz: number;
    readonly channels: number;
    readonly kilobitsPerSecond: number | null;
  } | null;
  /** Null for a picture alone. */
  readonly durationSeconds: number | null;
  /** How much later its picture ends than its sound, where that is more than half a second; negative if it ends earlier. */
  readonly apartSeconds?: number;
  /** What the platform announced otherwise. */
  readonly announced?: Announced;
  /** It is not the best version of its item. */
  readonly instead?: InsteadOf;
  /** What holds nothing but silence or black; what platforms give is measured. */
  readonly empty?: readonly EmptyStream[];
  readonly bytes: number;
  readonly playsOn: readonly PlaysOn[];
  /** The part of its source that a trimmed file holds: where it really begins and ends. */
  readonly span?: Span;
  /** So much that viewers marked was cut out of it. */
  readonly leftOutSeconds?: number;
  /** It holds pictures from before its part, which its edit list hides and a few players show. */
  readonly hidesLead?: true;
  /** What was done about its loudness, where that was chosen; nothing was about silence. */
  readonly loudness?: LoudnessMade;
  /** It is a part for which all of its source was fetched. */
  readonly fetchedWhole?: true;
  /** Languages (BCP 47) whose subtitles were chosen and could not be had. */
  readonly missingSubtitles?: readonly string[];
  /** What the platform says against what the file was made of. */
  readonly caveats?: readonly Caveat[];
  /** What became of the sounds of its source, where that has several; of an upload, what edits make of its own. */
  readonly sounds?: SeveralSounds;
  /** File ending without the dot: mp4, webm, m4a, ogg, mp3, jpg, png, webp or gif. */
  readonly extension: string;
};

/** A file that passed its check. `workKey` identifies the plan that made it. Times are epoch milliseconds. */
export type StoredFile = {
  readonly id: string;
  readonly workKey: string;
  readonly bytes: number;
  /** Strong, with its quotes. */
  readonly etag: string;
  /** Hex; null until it was computed, off the critical path. */
  readonly sha256: string | null;
  /** Unsigned; null until it was computed, together with `sha256`. */
  readonly crc32: number | null;
  readonly receipt: Receipt;
  readonly createdAt: number;
  readonly expiresAt: number;
};

/** Bytes of a file from `start` to `end`, both included. */
export type ByteRange = { readonly start: number; readonly end: number };
