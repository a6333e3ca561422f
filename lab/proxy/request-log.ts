// The lab's log: all requests, and those that no platform answered.

// Enough for any test; a demo that runs for days must not grow.
const LONGEST_LOG = 10_000;

type Entry = { readonly method: string; readonly host: string; readonly path: string };

/**
 * A logged request. `path` includes the query; `at` is epoch milliseconds; `cookies` are their names; `range` is that
 * header, or empty.
 */
export type SeenRequest = Entry & {
  readonly at: number;
  readonly cookies: readonly string[];
  readonly range: string;
};

/** An unanswered request; `reason` is set if it failed rather than being unknown. */
export type UnknownRequest = Entry & { readonly reason?: string };

/** Both lists, oldest first, the newest 10,000 of each. */
export type RequestLog = {
  readonly addSeen: (request: Omit<SeenRequest, 'at'>) => void;
  readonly addUnknown: (entry: Entry, reason?: unknown) => void;
  readonly seen: () => readonly SeenRequest[];
  readonly unknown: () => readonly UnknownRequest[];
  readonly clear: () => void;
};

/** Creates an empty log. */
export function createRequestLog(): RequestLog {
  let seen: SeenRequest[] = [];
  let unknown: UnknownRequest[] = [];
  return {
    addSeen: (request) => {
      seen.push({ ...request, at: Date.now() });
      if (seen.length > LONGEST_LOG) seen.shift();
    },
    addUnknown: (entry, reason) => {
      unknown.push(reason === undefined ? entry : { ...entry, reason: textOf(reason) });
      if (unknown.length > LONGEST_LOG) unknown.shift();
    },
    seen: () => [...seen],
    unknown: () => [...unknown],
    clear: () => {
      seen = [];
      unknown = [];
    },
  };
}

function textOf(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
}
