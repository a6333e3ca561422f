// One piece of a part that comes in many: a fragment of DASH, or a segment of HLS with what is needed to open it.

/** A key and the vector for one segment. */
export type SegmentEncryption = { readonly keyAddress: string; readonly iv: Uint8Array };

/** Where a segment lies; `range` when it is only a part of what is there (`end` is not in it). */
export type Segment = {
  readonly address: string;
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly seal: SegmentEncryption | null;
  /** Some packagers leave an initialization section open although a key is announced for it. */
  readonly mayBeOpen: boolean;
};
