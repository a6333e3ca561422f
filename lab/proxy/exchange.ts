// One request and its response inside a tunnel.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Both ends of one request, and how to reset its connection. */
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly reset: () => void;
};
