// The changes that can be undone and redone. Pure.

const MOST_STEPS = 50;

/** A value with the values before and after it. `gesture` names the change that led to it. */
export type History<Value> = {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  readonly gesture: string | null;
};

/** A history without steps. */
export function historyOf<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], gesture: null };
}

/**
 * Adds a step. Steps of the same gesture in a row become one: a handle that is dragged moves many times and is undone once.
 * `null` is always a step of its own.
 */
export function step<Value>(
  { past, present, gesture: last }: History<Value>,
  next: Value,
  gesture: string | null,
): History<Value> {
  const isSame = gesture !== null && gesture === last;
  return {
    past: isSame ? past : [...past, present].slice(-MOST_STEPS),
    present: next,
    future: [],
    gesture,
  };
}

/** Replaces the present without a step, such as for a selection. */
export function replace<Value>(history: History<Value>, present: Value): History<Value> {
  return { ...history, present, gesture: null };
}

/** Ends a gesture: what comes next is a step of its own. */
export function settle<Value>(history: History<Value>): History<Value> {
  return history.gesture === null ? history : { ...history, gesture: null };
}

/** Goes one step back; the same object if there is none. */
export function undo<Value>(history: History<Value>): History<Value> {
  const { past, present, future } = history;
  const [before] = past.slice(-1);
  if (past.length === 0 || before === undefined) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], gesture: null };
}

/** Goes one step forward again; the same object if there is none. */
export function redo<Value>(history: History<Value>): History<Value> {
  const { past, present, future } = history;
  const [after, ...rest] = future;
  if (after === undefined) return history;
  return { past: [...past, present], present: after, future: rest, gesture: null };
}
