// The protocol between server and engine: one JSON object per line.
import { z } from 'zod';
import type { AddressFamily } from '../../../core/inspecting/inspection.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';

/** Maximum line length from a worker, in bytes; the worker observes it too. */
export const MAX_ANSWER_BYTES = 8_000_000;
/** Maximum line length from the zygote, in bytes. */
export const MAX_EVENT_BYTES = 64 * 1024;

/** What is requested of an engine. `url` is rebuilt from a canonical id, never a visitor's text; `query` is one. */
type EngineWork =
  /** Default: `inspect`. */
  | { readonly op?: 'inspect' | 'list'; readonly url: string }
  | { readonly op: 'search'; readonly query: string };

/** One inspection of a link, the entries of a list, or the results of a search. */
export type EngineRequest = EngineWork & {
  readonly platform: PlatformId;
  /** The egress of its requests. Default: the first one. */
  readonly egress?: string;
  /** The address family to reach the platform by, as long as it can be. Default: the one that the egress uses. */
  readonly family?: AddressFamily | undefined;
  /** Maximum number of items of a post, of entries of a list, or of results. Default: 50. */
  readonly maxItems?: number;
  /** How many entries of a list come before those that are wanted. Default: 0. */
  readonly skip?: number;
  /** Its own time limit, where it is shorter than that of the pool. */
  readonly deadlineMs?: number;
  /** Cookies of an account of the operator's, in Netscape form; only where it fails without. */
  readonly cookies?: string;
  /** Who it pretends to be where an extractor wants any browser: yt-dlp's first choice, another one, or none. Default: `first`. */
  readonly browser?: Browser;
  /** Uses one more of the platform's clients; after an answer with locked formats. Each request is a session of its own. */
  readonly fresh?: boolean;
};

/** See {@link EngineRequest}. */
export type Browser = 'first' | 'other' | 'none';

// A failure of yt-dlp: the exception's class, its text without advice for the command line, and its cause.
const errorShape = z.object({
  type: z.string(),
  message: z.string(),
  expected: z.boolean().default(false),
  httpStatus: z.number().int().nullish(),
  cause: z.string().nullish(),
  countries: z.array(z.string()).default([]),
});

const tokenShape = z.object({
  client: z.string().max(40),
  context: z.string().max(20),
  provider: z.string().max(60).nullable(),
  outcome: z.enum(['given', 'kept', 'failed', 'none']),
});

/**
 * A request of a client for a token: given by `provider`, kept from before, failed at `provider`, or none because no provider takes
 * such requests.
 */
export type TokenRequest = z.infer<typeof tokenShape>;

const common = {
  id: z.string(),
  warnings: z.array(z.string()).max(20),
  ms: z.number(),
  rssBytes: z.number(),
  count: z.number().int(),
  /** The request left something running in the worker, which must be replaced. */
  stale: z.boolean(),
  /** Whether the extractor wanted a browser for this request, and there is one. */
  impersonates: z.boolean().default(false),
  /** The PO tokens that a client of YouTube needed, see {@link TokenRequest}. */
  tokens: z.array(tokenShape).max(20).default([]),
};

const answerShape = z.discriminatedUnion('ok', [
  z.object({ ...common, ok: z.literal(true), info: z.record(z.string(), z.unknown()) }),
  z.object({ ...common, ok: z.literal(false), error: errorShape }),
]);

/**
 * A worker's answer: the info dict as reduced by `engine/project.py`, or the error. Only its frame is validated. `family` is how its
 * egress session reached the platform.
 */
export type EngineAnswer = z.infer<typeof answerShape> & {
  readonly family?: AddressFamily | undefined;
};

/** Parses an answer; undefined for any other line. */
export function readAnswer(line: string): EngineAnswer | undefined {
  return answerShape.safeParse(parse(line)).data;
}

const helloShape = z.object({ ready: z.literal(true), worker: z.string(), rssBytes: z.number() });

/** The first line of a worker's connection. */
export type Hello = z.infer<typeof helloShape>;

/** Parses a worker's first line; undefined for any other line. */
export function readHello(line: string): Hello | undefined {
  return helloShape.safeParse(parse(line)).data;
}

const descriptionShape = z.object({
  version: z.string(),
  python: z.string(),
  handlers: z.array(z.string()),
  impersonation: z.boolean(),
  jsRuntime: z.object({ name: z.string(), version: z.string(), supported: z.boolean() }).nullable(),
  solver: z.boolean(),
  /** Requested extractors that this yt-dlp does not have. */
  missing: z.array(z.string()),
  /** The plugins that provide PO tokens, with their versions. */
  tokenProviders: z.array(z.string()).default([]),
  /** What the operator set that this yt-dlp does not know and ignores, such as `youtube: player_client=x`. */
  unusable: z.array(z.string()).default([]),
  /** The versions of the libraries that requests are made with. */
  libraries: z.record(z.string(), z.string()).default({}),
  /** Those of them that yt-dlp calls unsupported, unsafe or at the end of their support. */
  unsupported: z.array(z.string()).default([]),
});

/** An engine's version, request handlers and missing parts. */
export type EngineDescription = z.infer<typeof descriptionShape>;

const eventShape = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('ready'),
    /** Whether each worker is the first process of a PID namespace; otherwise `why` gives the reason. */
    nested: z.boolean(),
    why: z.string(),
    missing: z.array(z.string()),
    ms: z.number(),
  }),
  z.object({ event: z.literal('forked'), worker: z.string() }),
  z.object({ event: z.literal('refused'), worker: z.string(), why: z.string() }),
  z.object({
    event: z.literal('dead'),
    worker: z.string(),
    /** `exit`: it ended on its own; `killed`: on request; else the limit that it exceeded. */
    why: z.enum(['exit', 'killed', 'output', 'memory', 'processes']),
    code: z.number().int().nullable(),
    tail: z.string(),
  }),
  z.object({ event: z.literal('described'), engine: descriptionShape }),
  z.object({ event: z.literal('pong') }),
]);

export type ZygoteEvent = z.infer<typeof eventShape>;

/** Parses an event; undefined for any other line. */
export function readEvent(line: string): ZygoteEvent | undefined {
  return eventShape.safeParse(parse(line)).data;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    // Not JSON; the schemas refuse undefined.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
