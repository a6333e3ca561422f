// The lab's media: made with ffmpeg at run time, cached on this machine, each variant with its own colour and tone.

/** The recipe of one file. `colour` is `#rrggbb`; `toneHz` identifies its audio. */
export type Variant = {
  readonly container: 'mp4' | 'webm' | 'm4a' | 'mp3' | 'jpeg' | 'png' | 'webp';
  readonly seconds: number;
  readonly picture?: {
    readonly codec: 'h264' | 'h265' | 'vp9' | 'av1';
    readonly width: number;
    readonly height: number;
    readonly fps: number;
    readonly colour: string;
    /** BT.2020 and PQ in 10 bits. */
    readonly hdr?: boolean;
    /**
     * For tests of size only: fills about this bit rate with noise (H.264 and H.265). Without it a video takes next to
     * nothing.
     */
    readonly kilobitsPerSecond?: number;
  };
  readonly sound?: {
    readonly codec: 'aac' | 'opus' | 'mp3';
    readonly toneHz: number;
    readonly kilobitsPerSecond: number;
  };
  /**
   * Moments (seconds) at which, for a tenth of a second, the frames are white and the otherwise silent audio is loud.
   */
  readonly marksAtSeconds?: readonly number[];
  /** An MP4 in fragments with a list of all of them in front (`sidx`); plain by default. */
  readonly isFragmented?: boolean;
};

/** A finished file and its length. */
export type MediaFile = { readonly path: string; readonly bytes: number };

/** One entry of a presentation: a file on disk, or text that a platform may change. */
export type PresentationFile =
  | { readonly path: string; readonly type: string }
  | { readonly text: string; readonly type: string };

/** The files of one HLS or DASH presentation by their relative names, all in one folder. */
export type Presentation = {
  /** The text of the master playlist or the MPD; relative names in it are keys of `files`. */
  readonly manifest: string;
  readonly files: ReadonlyMap<string, PresentationFile>;
};

/** The recipe of an HLS presentation: the media playlist of rendition 0 is `r0.m3u8`, of audio 0 `s0.m3u8`. */
export type HlsOptions = {
  readonly renditions: readonly Variant[];
  /** Separate audio renditions, the first one the default; the renditions then have no audio. */
  readonly sounds?: readonly {
    readonly variant: Variant;
    readonly language: string;
    readonly name?: string;
  }[];
  /** An integer: videos have a key frame each second. */
  readonly segmentSeconds: number;
  /** Encrypts the segments with AES-128; the key is `key.bin`. */
  readonly key?: boolean;
  /** `ts` unless a codec is not H.264. */
  readonly kind?: 'ts' | 'fmp4';
};

/** The recipe of a DASH presentation. Of a variant with both, a video's audio (or an audio's video) is left out. */
export type DashOptions = {
  readonly pictures: readonly Variant[];
  readonly sounds: readonly Variant[];
  /** `single`: one file `video-0.mp4` with SegmentBase; `template`: `video-0-init.mp4`, `video-0-1.m4s` … */
  readonly addressing: 'single' | 'template';
  readonly segmentSeconds: number;
};

/** Makes media on first use and caches them; concurrent calls for the same recipe share one run. */
export type MediaLibrary = {
  readonly file: (variant: Variant) => Promise<MediaFile>;
  /** A finished HLS presentation; hls-live.ts makes an endless one of its media playlists. */
  readonly hls: (options: HlsOptions) => Promise<Presentation>;
  /** A static DASH presentation with separate video and audio. */
  readonly dash: (options: DashOptions) => Promise<Presentation>;
};
