// The messages between the parts of the extension: popup, options page and content script ask, the background answers.
import type { Part } from '../../src/web/download-client/flow-state.ts';

/** A download as popup and badge show it; kept for the session of the browser. */
export type Tracked = {
  readonly job: string;
  /** The server that makes it. */
  readonly server: string;
  readonly url: string;
  readonly title: string;
  readonly state: 'open' | 'saving' | 'saved' | 'failed' | 'cancelled';
  readonly phase: string;
  readonly percent: number;
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly bytesPerSecond: number | null;
  readonly startedAt: number;
  /** The browser's own id of the saved file. */
  readonly downloadId?: number;
  readonly filename?: string;
  /** Why it failed. */
  readonly error?: { readonly code: string; readonly params: Params };
};

/** Values for the words of an error. */
export type Params = Readonly<Record<string, string | number>>;

/** What is asked of the background. */
export type Ask =
  | { readonly kind: 'start'; readonly link: string; readonly title: string; readonly choice: Wish }
  | { readonly kind: 'cancel'; readonly job: string }
  | { readonly kind: 'follow' }
  | { readonly kind: 'connect' }
  | { readonly kind: 'hello' }
  | { readonly kind: 'key'; readonly secret: string };

/** What to make of a link: an item of the post, an offer of it, and only a part where one is named. */
export type Wish = { readonly item: string; readonly offer: string } & Part;

/** The answer; a failure has a code for the words. */
export type Answer<T = undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: string; readonly params: Params };

/** Answer to `hello`: whether this page is the visitor's server, and whether it is to make a key now. */
export type HelloAnswer = { readonly isServer: boolean; readonly isConnecting: boolean };
