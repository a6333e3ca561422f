// The port through which one server hands a file of its disk to another for a moment.

/** Files by the names that handing them over returns. Throws AppError `storage_failed`. */
export type HandedFiles = {
  /** Uploads a file, and returns its name. */
  readonly hand: (path: string) => Promise<string>;
  /** The bytes of a file. Throws AppError `expired` when it is gone. */
  readonly open: (name: string) => Promise<AsyncIterable<Uint8Array>>;
  /** Removes a file. One that is left is removed after a day. */
  readonly drop: (name: string) => Promise<void>;
  /** Removes the files of yesterday. */
  readonly sweep: (nowMs: number) => Promise<void>;
};
