// The kinds of faults of files that no one got.

/** All kinds; `apart` is sound that leaves its picture, `foreign` what is no media or another format. */
export const FINDING_KINDS = [
  'length',
  'apart',
  'streams',
  'codec',
  'size',
  'silent',
  'decoding',
  'incomplete',
  'changed',
  'foreign',
  'other',
] as const;

/** One of {@link FINDING_KINDS}. */
export type FindingKind = (typeof FINDING_KINDS)[number];
