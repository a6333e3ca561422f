// One direction of a shaped connection: delivers chunks in order, each when a real line would have carried it.

/** A chunk in transit. */
type Waiting = { readonly chunk: Buffer; readonly dueMs: number };

/** Options of a line. `ready` is called when it has space again after `send` returned false. */
export type DelayLineOptions = {
  readonly delayMs: number;
  readonly bytesPerSecond: number | null;
  /** Nothing is delivered before this moment of `now`: the time the connection takes to open. */
  readonly notBeforeMs: number;
  readonly maxBytes: number;
  /** Receives a chunk that has arrived; returns false to wait for `resume` before the next. */
  readonly deliver: (chunk: Buffer) => boolean;
  readonly ready: () => void;
  /** Called once, after `end`, when everything has been delivered. */
  readonly ended: () => void;
};

/** A line in use. */
export type DelayLine = {
  /** Puts a chunk on the line; false when the line is full. */
  readonly send: (chunk: Buffer) => boolean;
  readonly end: () => void;
  /** The receiver accepts chunks again. */
  readonly resume: () => void;
  /** Drops the chunks in transit and stops the timer. */
  readonly destroy: () => void;
};

/** Creates an empty line. Uses the process's clock and one timer at a time. */
export function createDelayLine(options: DelayLineOptions): DelayLine {
  const waiting: Waiting[] = [];
  let first = 0;
  let bytes = 0;
  let freeAtMs = options.notBeforeMs;
  let timer: NodeJS.Timeout | undefined;
  let held = false;
  let full = false;
  let ending = false;

  const release = () => {
    timer = undefined;
    const now = performance.now();
    while (!held) {
      const next = waiting[first];
      // Node's timers count whole milliseconds: half of one early is closer than half of one late.
      if (next === undefined || next.dueMs > now + 0.5) break;
      first += 1;
      bytes -= next.chunk.length;
      held = !options.deliver(next.chunk);
    }
    waiting.splice(0, first);
    first = 0;
    if (full && bytes < options.maxBytes / 2) {
      full = false;
      options.ready();
    }
    arm();
  };

  const arm = () => {
    if (timer !== undefined || held) return;
    const next = waiting[first];
    if (next !== undefined) {
      timer = setTimeout(release, Math.max(0, next.dueMs - performance.now()));
    } else if (ending) {
      ending = false;
      options.ended();
    }
  };

  return {
    send: (chunk) => {
      const now = performance.now();
      const tookMs =
        options.bytesPerSecond === null ? 0 : (chunk.length / options.bytesPerSecond) * 1000;
      freeAtMs = Math.max(freeAtMs, now) + tookMs;
      waiting.push({ chunk, dueMs: freeAtMs + options.delayMs });
      bytes += chunk.length;
      arm();
      full = bytes >= options.maxBytes;
      return !full;
    },
    end: () => {
      ending = true;
      arm();
    },
    resume: () => {
      held = false;
      arm();
    },
    destroy: () => {
      clearTimeout(timer);
      waiting.length = 0;
      first = 0;
      held = true;
    },
  };
}
