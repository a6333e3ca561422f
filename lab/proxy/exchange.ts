// One request and its answer inside a tunnel, as origin.ts hands it to the faults.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The two ends of one request, and how its connection is reset. */
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly reset: () => void;
};
