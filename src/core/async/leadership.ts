// The port for work that one process of all does: the elected leader, or another one when that is lost.

/** The election of a leader for one kind of work. */
export type Leadership = {
  /**
   * Becomes a candidate for election. Calls `lead` when this process begins to lead; what that returns is called when it steps down. A
   * process that was frozen may believe that it leads for a moment longer: what leaders do must bear a second one.
   */
  readonly begin: (lead: () => () => void) => void;
  /** Steps down at once, so that another process leads within a moment. */
  readonly end: () => Promise<void>;
};
