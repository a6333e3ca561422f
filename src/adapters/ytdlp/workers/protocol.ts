// The words that server and engine exchange, one JSON object per line; used by zygote.ts, worker.ts and the readers of answers.
import { z } from 'zod';
import type { PlatformId } from '../../../shared/platforms/platform.ts';

/** Longest line from a worker, in bytes; the worker keeps to it too. */
export const MAX_ANSWER_BYTES = 8_000_000;
/** Longest line from the zygote, in bytes. */
export const MAX_EVENT_BYTES = 64 * 1024;

/** One look at a link. `url` is rebuilt from a canonical id, never a visitor's text. */
export type EngineRequest = {
  readonly url: string;
  readonly platform: PlatformId;
  /** Most items of a post; 50 unless told. */
  readonly maxItems?: number;
  /** Whether the operator's cookies go along; only where it does not work without. */
  readonly cookies?: boolean;
};

// Why yt-dlp gave up: the exception's class, its text without advice for a command line, and what lay behind it.
const errorShape = z.object({
  type: z.string(),
  message: z.string(),
  expected: z.boolean().default(false),
  httpStatus: z.number().int().nullish(),
  cause: z.string().nullish(),
  countries: z.array(z.string()).default([]),
});

const common = {
  id: z.string(),
  warnings: z.array(z.string()).max(20),
  ms: z.number(),
  rssBytes: z.number(),
  count: z.number().int(),
  /** Something of the request still runs inside the worker: it must be replaced. */
  stale: z.boolean(),
};

const answerShape = z.discriminatedUnion('ok', [
  z.object({ ...common, ok: z.literal(true), info: z.record(z.string(), z.unknown()) }),
  z.object({ ...common, ok: z.literal(false), error: errorShape }),
]);

/** A worker's answer: the info dict as `engine/project.py` cut it, or the error. Not yet checked beyond its frame. */
export type EngineAnswer = z.infer<typeof answerShape>;

/** Reads an answer. Undefined when the line is none. */
export function readAnswer(line: string): EngineAnswer | undefined {
  return answerShape.safeParse(parse(line)).data;
}

const helloShape = z.object({ ready: z.literal(true), worker: z.string(), rssBytes: z.number() });

/** The first line of a worker's connection. */
export type Hello = z.infer<typeof helloShape>;

/** Reads a worker's first line. Undefined when the line is none. */
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
  /** Extractors that were asked for and do not exist in this yt-dlp. */
  missing: z.array(z.string()),
});

/** What an engine can do: its version, its ways to make requests, and what it lacks. */
export type EngineDescription = z.infer<typeof descriptionShape>;

const eventShape = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('ready'),
    /** Whether each worker is the first process of a namespace; `why` says why not. */
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
    /** `exit` by itself, `killed` on order, else the bound it broke. */
    why: z.enum(['exit', 'killed', 'output', 'memory', 'processes']),
    code: z.number().int().nullable(),
    tail: z.string(),
  }),
  z.object({ event: z.literal('described'), engine: descriptionShape }),
  z.object({ event: z.literal('pong') }),
]);

/** What the zygote says. */
export type ZygoteEvent = z.infer<typeof eventShape>;

/** Reads an event. Undefined when the line is none. */
export function readEvent(line: string): ZygoteEvent | undefined {
  return eventShape.safeParse(parse(line)).data;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    // Not JSON is not an answer; the shapes refuse undefined.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
