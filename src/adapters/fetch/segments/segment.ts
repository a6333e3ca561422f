// One segment of a source: a DASH fragment, or an HLS segment with its encryption.

/** The key and initialization vector of one segment. */
export type SegmentEncryption = { readonly keyAddress: string; readonly iv: Uint8Array };

/** The address of a segment; `range` (`end` excluded) when it is only a part of the resource. */
export type Segment = {
  readonly address: string;
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly seal: SegmentEncryption | null;
  /** Some packagers leave the initialization section unencrypted although a key is announced for it. */
  readonly mayBeOpen: boolean;
  /** Where a run with a clock of its own begins (a discontinuity): its place in the playlist, in seconds. Else null. */
  readonly listedAt: number | null;
  /** How long it lasts; null where its list does not say, 0 for an initialization section. */
  readonly seconds: number | null;
};
