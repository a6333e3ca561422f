// The contract between the lab's proxy and the platforms it plays: a request in, an answer out.
import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode } from '../src/shared/errors.ts';
import type { PlatformId } from '../src/shared/platforms/platform.ts';
import type { MediaLibrary, Variant } from './media/media.ts';

/** A request as it arrived inside the TLS tunnel. `url` is absolute; `body` is whole (requests are small); HEAD comes as GET. */
export type LabRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** What a platform answers: a page or JSON, or a file that is served with ranges, validators and exact length. */
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

/** One track that an inspection of a lab link must show. Only what is named is compared. */
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

/** What must come out of a lab link: its items with their tracks, or the code of its failure. */
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
      }[];
    }
  | { readonly code: ErrorCode };

/** What a finished file must hold: the picture of one variant, the sound of one (often the same), and nothing else. */
export type ExpectedFile = { readonly picture?: Variant; readonly sound?: Variant };

/**
 * What a visitor asks for: a button, MP3 at any rate, the sound as it is, the photo, or the row of a file's own picture.
 * `instead` is asked by nobody: what may be given in the place of a spoilt file, besides all that the others give.
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
 * What must come of asking: one of `files` (several only where the platform gives no ground to prefer one), or a refusal
 * with one of `codes`. Stated from what the platform holds, so that a product that chooses wrongly does not agree.
 */
export type ExpectedDownload = { readonly ask: Asked } & (
  | { readonly files: readonly [ExpectedFile, ...ExpectedFile[]] }
  | { readonly codes: readonly ErrorCode[] }
);

/**
 * A link that the lab can play, for the demo's list and for the tests' tables. `name` says what is special about it.
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
  /** Exact hosts, or suffixes with a leading dot, that this platform answers for (pages, API and media). */
  readonly hosts: readonly string[];
  readonly links: readonly LabLink[];
  /** Null for a request it does not know: the lab records it, answers 501, and the test that caused it fails. */
  readonly answer: (
    request: LabRequest,
    media: MediaLibrary,
  ) => Promise<LabAnswer | null> | LabAnswer | null;
};
