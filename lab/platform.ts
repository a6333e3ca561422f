// The contract between the lab's proxy and the platforms it plays: a request in, a response out.
import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode } from '../src/shared/errors.ts';
import type { PlatformId } from '../src/shared/platforms/platform.ts';
import type { MediaLibrary, Variant } from './media/media.ts';

/** A request from the TLS tunnel. `url` is absolute; `body` is complete (requests are small); HEAD arrives as GET. */
export type LabRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Who opened the connection: the user name that was given to the lab's proxy; empty for none. */
  readonly client: string;
};

/** A platform's response: a page or JSON, or a file that is served with ranges, validators and exact length. */
export type LabAnswer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      readonly body: string | Uint8Array;
    }
  | {
      readonly file: string;
      readonly type: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** One track that an inspection of a lab link must show. Only the given fields are compared. */
export type ExpectedTrack = {
  readonly width?: number;
  readonly height?: number;
  readonly fps?: number;
  readonly videoCodec?: string;
  readonly audioCodec?: string;
  readonly language?: string;
  readonly watermarked?: boolean;
  readonly delivery?: 'file' | 'hls' | 'dash';
};

/** The expected result of a lab link: its items with their tracks, or an error code. */
export type Expected =
  | {
      readonly title: string;
      readonly author?: string;
      readonly items: readonly {
        readonly kind: 'video' | 'photo' | 'sound';
        readonly durationSeconds?: number;
        readonly tracks: readonly ExpectedTrack[];
        readonly subtitles?: readonly string[];
        readonly chapters?: number;
        /** Chapters that the engine does not name are listed in the description. */
        readonly chaptersFromText?: true;
      }[];
    }
  | { readonly code: ErrorCode };

/**
 * The expected content of a finished file: the video of one variant, the audio of one (often the same), and nothing
 * else.
 */
export type ExpectedFile = { readonly picture?: Variant; readonly sound?: Variant };

/**
 * A visitor's choice: a button, MP3 at any rate, the original audio, the photo, or the row of a file's own video.
 * `instead` is no choice: it lists what may replace a damaged file, besides the files of all others.
 */
export type Asked =
  | 'high'
  | 'medium'
  | 'low'
  | 'mp3'
  | 'original-sound'
  | 'photo'
  | 'row'
  | 'instead';

/**
 * The expected result of a choice: one of `files` (several only where the platform gives no reason to prefer one), or a
 * refusal with one of `codes`. Written from what the platform holds, so that it disagrees with a product that chooses
 * wrongly.
 */
export type ExpectedDownload = { readonly ask: Asked } & (
  | { readonly files: readonly [ExpectedFile, ...ExpectedFile[]] }
  | { readonly codes: readonly ErrorCode[] }
);

/**
 * A link that the lab can play, for the demo's list and the tests' tables. `name` says what is special about it.
 * `downloads` has one list for each item of `expect`; `pointsAt` is the item (from 1) that the link itself means.
 */
export type LabLink = {
  readonly name: string;
  readonly url: string;
  readonly expect: Expected;
  readonly downloads?: readonly (readonly ExpectedDownload[])[];
  readonly pointsAt?: number;
};

/** One platform of the lab. */
export type LabPlatform = {
  readonly id: PlatformId;
  /** Exact hosts, or suffixes with a leading dot, of this platform (pages, API and media). */
  readonly hosts: readonly string[];
  readonly links: readonly LabLink[];
  /** Returns null for an unknown request: the lab records it, answers 501, and the test that caused it fails. */
  readonly answer: (
    request: LabRequest,
    media: MediaLibrary,
  ) => Promise<LabAnswer | null> | LabAnswer | null;
};
