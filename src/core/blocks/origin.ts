// Where media come from, as the block list compares it.
/** Where media come from, in the platform's own ids, for the block list. Never part of an answer to a browser. */
export type Origin = {
  /** Of the post and its items, as the engine resolved them. */
  readonly mediaIds: readonly string[];
  /** Of videos that the media are cut from. */
  readonly sourceIds: readonly string[];
  /** Of whoever uploaded them, under every name that is told; those that never change come first. */
  readonly uploaderIds: readonly string[];
};
