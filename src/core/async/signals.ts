// The port for values that one part of the product publishes and others subscribe to, in this process or another.

/** The name of a stream of values of one type, which are plain data. Make it with {@link topic}. */
export type Topic<Value> = string & { readonly __value?: Value };

/** Publish and subscribe by topic. */
export type Signals = {
  /**
   * Delivers `value` to the subscribers of a topic, and keeps it for later ones for `keepMs`: it replaces the value kept
   * before. 0 keeps nothing. Subscribers in this process are called before it returns.
   */
  readonly publish: <Value>(topic: Topic<Value>, value: Value, keepMs: number) => void;
  /**
   * Calls `listener` with the kept value, if there is one, then with every further one. Returns the unsubscriber. A value that
   * was kept by another process comes a moment later, unless a newer one comes first.
   */
  readonly subscribe: <Value>(topic: Topic<Value>, listener: (value: Value) => void) => () => void;
  /** The kept value; null when there is none, or when it cannot be read. */
  readonly latest: <Value>(topic: Topic<Value>) => Promise<Value | null>;
};

const INNER = 'inner/';

/** The topic of this name, for values that concern visitors: servers that only work can neither read nor send them. */
export function innerTopic<Value>(name: string): Topic<Value> {
  return INNER + name;
}

/** Whether a topic is one of {@link innerTopic}. */
export function isInner(topic: string): boolean {
  return topic.startsWith(INNER);
}

/** The topic of this name, for values of type `Value`. */
export function topic<Value>(name: string): Topic<Value> {
  return name;
}
