// One direction of a shaped connection: chunks leave it in order, each when a real line would have carried it.

/** A chunk on its way. */
type Waiting = { readonly chunk: Buffer; readonly dueMs: number };

/** How a line behaves. `ready` is told the line has room again after `send` said it had none. */
export type DelayLineOptions = {
  readonly delayMs: number;
  readonly bytesPerSecond: number | null;
  /** Nothing leaves before this moment of `now`: the time the connection itself takes to open. */
  readonly notBeforeMs: number;
  readonly maxBytes: number;
  /** Takes a chunk that has arrived; false when it wants `resume` to be called before the next. */
  readonly deliver: (chunk: Buffer) => boolean;
  readonly ready: () => void;
  /** Called once, after `end`, when all has been delivered. */
  readonly ended: () => void;
};

/** A line that is in use. */
export type DelayLine = {
  /** Puts a chunk on the line; false when the line is full. */
  readonly send: (chunk: Buffer) => boolean;
  readonly end: () => void;
  /** The far side takes chunks again. */
  readonly resume: () => void;
  /** Forgets what is on the line and stops its timer. */
  readonly destroy: () => void;
};

/** A new, empty line. Uses the process's clock and one timer at a time. */
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
      // Timers of Node count whole milliseconds: half of one early is nearer than half of one late.
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
