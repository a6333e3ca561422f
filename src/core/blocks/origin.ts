// The origin of media, as the block list compares it.
/** The origin of media in the platform's own ids. Never part of a response to a browser. */
export type Origin = {
  /** Of the post and its items, as the engine resolved them. */
  readonly mediaIds: readonly string[];
  /** Of videos that the media are cut from. */
  readonly sourceIds: readonly string[];
  /** Of the uploader, under every known name; permanent ones come first. */
  readonly uploaderIds: readonly string[];
};
