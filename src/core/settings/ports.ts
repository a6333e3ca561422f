// Port of the settings that operators change at run time.
/** The store of settings: one JSON value per name. */
export type Settings = {
  /** The value as it was written, perhaps by an earlier release; null when there is none. */
  readonly read: (name: SettingName) => Promise<unknown>;
  readonly write: (name: SettingName, value: unknown) => Promise<void>;
  /** Writes the value if the stored one is still `before`; returns whether it did. */
  readonly replace: (name: SettingName, before: unknown, value: unknown) => Promise<boolean>;
};

/** The names in use. `readiness` is internal: the readiness check writes its time there, to test that writes work. */
export type SettingName = 'platforms' | 'youtubeNotice' | 'canaries' | 'engine' | 'readiness';
