// The store of what operators set while the server runs.
/** What operators set while the server runs, beyond its configuration: one JSON value per name. */
export type Settings = {
  /** The value as it was written, which an earlier release may have done; null when there is none. */
  readonly read: (name: SettingName) => Promise<unknown>;
  readonly write: (name: SettingName, value: unknown) => Promise<void>;
  /** Writes it unless somebody else has written since `before` was read, and answers whether it did. */
  readonly replace: (name: SettingName, before: unknown, value: unknown) => Promise<boolean>;
};

/** The names in use. `readiness` is set by nobody: it is the time of the last write that found out whether writes work. */
export type SettingName = 'platforms' | 'youtubeNotice' | 'canaries' | 'engine' | 'readiness';
