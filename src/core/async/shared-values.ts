// The port for values that the processes of one site keep for each other for a while. Any of them may be lost at any moment.

/** Values by name. They are plain data. */
export type SharedValues = {
  /** Keeps a value for `keepMs`; nothing happens where it cannot be kept. */
  readonly put: (name: string, value: unknown, keepMs: number) => void;
  /** The value that any process has kept; null when there is none, or when it cannot be read. */
  readonly get: (name: string) => Promise<unknown>;
};
