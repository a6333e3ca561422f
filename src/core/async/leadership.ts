// The port for work that one process of all does: the leader does it, and another takes over when that one is gone.

/** Leading one kind of work. */
export type Leadership = {
  /**
   * Stands for election. Calls `lead` when this process begins to lead; what that returns is called when it no longer does. A
   * process that was frozen may believe that it leads for a moment longer: what leaders do must bear a second one.
   */
  readonly begin: (lead: () => () => void) => void;
  /** Steps down at once, so that another process leads within a moment. */
  readonly end: () => Promise<void>;
};
