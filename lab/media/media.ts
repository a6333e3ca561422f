// The lab's media: made with ffmpeg at run time, kept in .cache/lab, each variant with its own colour and tone.

/** How one file of the lab is made. `colour` is `#rrggbb`; `toneHz` tells which sound a test got. */
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
    /** Only where size matters: noise that fills about this much (H.264 and H.265). Without it a picture takes next to nothing. */
    readonly kilobitsPerSecond?: number;
  };
  readonly sound?: {
    readonly codec: 'aac' | 'opus' | 'mp3';
    readonly toneHz: number;
    readonly kilobitsPerSecond: number;
  };
  /** Moments (seconds) at which the picture is white, and the sound, else quiet, is loud, for a tenth of a second. */
  readonly marksAtSeconds?: readonly number[];
};

/** A made file: where it lies and how long it is. */
export type MediaFile = { readonly path: string; readonly bytes: number };

/** One entry of a presentation: a file on disk, or text that a platform may still change. */
export type PresentationFile =
  | { readonly path: string; readonly type: string }
  | { readonly text: string; readonly type: string };

/** The address space of one HLS or DASH presentation: relative names, all in one folder → what is served there. */
export type Presentation = {
  /** The text of the master playlist or the MPD; relative names in it are keys of `files`. */
  readonly manifest: string;
  readonly files: ReadonlyMap<string, PresentationFile>;
};

/** What a HLS presentation is made of: the media playlist of rendition 0 is `r0.m3u8`, of sound 0 `s0.m3u8`. */
export type HlsOptions = {
  readonly renditions: readonly Variant[];
  /** Sound renditions of their own, the first one the default; renditions then have no sound. */
  readonly sounds?: readonly {
    readonly variant: Variant;
    readonly language: string;
    readonly name?: string;
  }[];
  /** A whole number: pictures have a key frame each second. */
  readonly segmentSeconds: number;
  /** Encrypts the segments with AES-128; the key is `key.bin`. */
  readonly key?: boolean;
  /** `ts` unless a codec is not H.264. */
  readonly kind?: 'ts' | 'fmp4';
};

/** What a DASH presentation is made of. Of a variant with both, a picture's sound (or a sound's picture) is left out. */
export type DashOptions = {
  readonly pictures: readonly Variant[];
  readonly sounds: readonly Variant[];
  /** `single`: one file `video-0.mp4` with SegmentBase; `template`: `video-0-init.mp4`, `video-0-1.m4s` … */
  readonly addressing: 'single' | 'template';
  readonly segmentSeconds: number;
};

/** Makes media on first use and remembers it; safe to ask twice at once. */
export type MediaLibrary = {
  readonly file: (variant: Variant) => Promise<MediaFile>;
  /** A HLS presentation that ends; hls-live.ts makes an endless one of its media playlists. */
  readonly hls: (options: HlsOptions) => Promise<Presentation>;
  /** A static DASH presentation with separate picture and sound. */
  readonly dash: (options: DashOptions) => Promise<Presentation>;
};
