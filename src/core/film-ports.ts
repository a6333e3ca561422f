// The doors in core's walls for films that operators upload: room for them while they arrive, the programs that read them, their order.

/** A film as it came: nothing of it is believed yet. */
export type UploadedFilm = { readonly path: string; readonly bytes: number };

/** A film that browsers play, without what its maker wrote into it. */
export type MadeFilm = { readonly path: string; readonly ending: 'mp4' | 'webm' };

/** A folder of one upload on the file system of the kept files. */
export type FilmDraft = {
  readonly folder: string;
  /** Writes the pieces as they come. Throws AppError `body_too_large` with the first byte beyond `maxBytes`, `server_full`, `storage_failed`, and what the pieces throw. */
  readonly receive: (pieces: AsyncIterable<Uint8Array>, maxBytes: number) => Promise<UploadedFilm>;
  /** Removes everything in it. */
  readonly remove: () => Promise<void>;
};

/** Where films lie while they arrive, and how they come among the kept files. */
export type FilmFiles = {
  /** Throws AppError `server_full` when `bytes` (0 where nobody knows) would not fit twice. */
  readonly draft: (bytes: number) => Promise<FilmDraft>;
  /** Keeps a file of a draft under a name of a trending file. Throws TypeError for another name, AppError as {@link FilmDraft.receive}. */
  readonly keep: (path: string, name: string) => Promise<void>;
  /** Lends the path of a kept file for as long as `use` runs. Throws AppError `not_found_page` when it is gone. */
  readonly withLocalCopy: <T>(name: string, use: (path: string) => Promise<T>) => Promise<T>;
  /**
   * Removes what this server left behind when it was killed, and what anybody left before `othersBeforeMs`: another server on
   * the same folder may have uploads under way. Only while this one has none.
   */
  readonly forgetDrafts: (othersBeforeMs: number) => Promise<void>;
};

/** The programs that read films. Whatever they cannot read is AppError `not_a_video`. */
export type Films = {
  /** Makes the file that is kept, in `folder`, without coding picture or sound again. */
  readonly make: (
    film: UploadedFilm & { readonly folder: string },
    signal: AbortSignal,
  ) => Promise<MadeFilm>;
  /** A picture of a film as a JPEG, at most 640 pixels wide: that at `seconds`, at most the last one; null is a tenth of its length. */
  readonly frame: (
    path: string,
    seconds: number | null,
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
};

/** The order of the featured videos. */
export type TrendingOrder = {
  /**
   * Gives the videos the places 0, 1, 2 and so on, all or none of them. `versions` are those that were seen. Throws
   * `changed_meanwhile` when one of them has another version or one more is featured, `invalid_request` for one that
   * is no featured video.
   */
  readonly put: (
    ids: readonly string[],
    versions: Readonly<Record<string, number>>,
  ) => Promise<void>;
};
