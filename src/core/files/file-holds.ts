// The port that keeps a file from being removed while a download is about to get it.

/** Holds on files. */
export type FileHolds = {
  /** Holds a file; call the result to let go. */
  readonly hold: (fileId: string) => () => void;
  /**
   * Calls `remove` unless the file is held, or `isNeeded` fulfils with true. A hold that began while `isNeeded` was being
   * answered counts.
   */
  readonly removeUnlessHeld: (
    fileId: string,
    isNeeded: () => Promise<boolean>,
    remove: () => Promise<void>,
  ) => Promise<void>;
};
