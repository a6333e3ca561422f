// The port for values that one part of the product publishes and others subscribe to, in this process or another.

/** The name of a stream of values of one type. Make it with {@link topic}. */
export type Topic<Value> = string & { readonly __value?: Value };

/** Publish and subscribe by topic. */
export type Signals = {
  /**
   * Delivers `value` to the subscribers of a topic, and keeps it for later ones for `keepMs`: it replaces the value kept
   * before. 0 keeps nothing.
   */
  readonly publish: <Value>(topic: Topic<Value>, value: Value, keepMs: number) => void;
  /** Calls `listener` with the kept value, if there is one, then with every further one. Returns the unsubscriber. */
  readonly subscribe: <Value>(topic: Topic<Value>, listener: (value: Value) => void) => () => void;
};

/** The topic of this name, for values of type `Value`. */
export function topic<Value>(name: string): Topic<Value> {
  return name;
}
