// Fetches one file over several ranges at once into its place on disk.
import { AppError } from '../../shared/errors.ts';
import { createNodeComparison, type NodeComparison } from './compare-nodes.ts';
import { fetchStretch, type StretchRun } from './fetch-stretch.ts';
import { type ConnectionCount, createConnectionCount } from './http/connection-count.ts';
import { type FetchFailure, fetchFailure, notMedia } from './http/fetch-failure.ts';
import { hostOf } from './http/origin.ts';
import type { ResponseFacts } from './http/response-headers.ts';
import { mergeFacts } from './http/validate-response.ts';
import type { PartContext } from './part-file/part-context.ts';
import { type Connections, runConnections } from './run-connections.ts';
import { createStretches, type Stretch, type Stretches } from './stretches.ts';

/** YouTube throttles clients that request more than about ten megabytes at once. */
const MAX_STRETCH_BYTES = 8 * 1024 * 1024;
const MIN_STRETCH_BYTES = 1024 * 1024;
/** Two whole files instead of ranges are no accident. */
const MAX_IGNORED_RANGES = 2;
/** Responses that begin early bring the file again this often at most. */
const MAX_REPEATS = 2;

type Attempt = {
  readonly context: PartContext;
  readonly stretches: Stretches;
  readonly count: ConnectionCount;
  readonly running: Set<StretchRun>;
  /** What the responses have agreed on so far. */
  facts: ResponseFacts | null;
  total: number | null;
  /** How many responses were the whole file instead of a range. */
  ignored: number;
  /** What responses that begin early have brought again. */
  repeatedBytes: number;
  readonly nodes: NodeComparison;
  /** The response that belonged to another file. */
  changed: FetchFailure | null;
};

/** Fetches the whole file and returns its length. Starts over once when the file changes. Throws AppError or the signal's reason. */
export async function fetchFile(context: PartContext): Promise<number> {
  for (let isSecond = false; ; isSecond = true) {
    const outcome = await fetchOnce(context);
    if ('total' in outcome) return outcome.total;
    // Where a part begins in another file is not known.
    if (isSecond || context.placed) throw outcome.changed;
    context.file.startOver();
  }
}

async function fetchOnce(
  outer: PartContext,
): Promise<{ readonly total: number } | { readonly changed: unknown }> {
  const round = new AbortController();
  const context = { ...outer, signal: AbortSignal.any([outer.signal, round.signal]) };
  const { placed } = context;
  // A reader of its first bytes knows its length.
  if (placed) context.setTotal(placed.bytes);
  for (const { at, bytes } of placed?.pieces ?? []) await context.file.write(at, [bytes]);
  const attempt: Attempt = {
    context,
    stretches: createStretches(context.file.map.intervals()),
    count: createConnectionCount(),
    running: new Set(),
    facts: placed?.facts ?? null,
    total: null,
    ignored: 0,
    repeatedBytes: 0,
    nodes: createNodeComparison(context, () => connections.active() <= 1),
    changed: null,
  };
  const { origin, file, exactBytes, wanted } = context;
  const connections = runConnections(
    context,
    attempt.count,
    {
      host: () => hostOf(origin.shortcut(origin.current().source.address)),
      begin: (active) => beginStretch(attempt, connections, active),
      isDone: () => attempt.total !== null && file.map.prefix() === attempt.total,
    },
    (reason) => round.abort(reason),
  );
  const ignoreWanted = wanted.follow((from) => {
    attempt.stretches.want(from);
    connections.pump();
  });
  if (!context.inRanges) attempt.count.refuse(2);
  const total = placed?.bytes ?? exactBytes;
  if (total !== null) setTotal(attempt, connections, total);

  try {
    await connections.done;
    await compareSeams(attempt, connections);
  } catch (error) {
    if (attempt.changed && !outer.signal.aborted) return { changed: error };
    throw error;
  } finally {
    ignoreWanted();
  }
  if (attempt.total === null)
    throw new AppError('internal', { detail: 'a part ended without a length' });
  return { total: attempt.total };
}

/** Starts the next stretch; null when there is none. Until the length is known there is one connection. */
function beginStretch(
  attempt: Attempt,
  connections: Connections,
  active: number,
): Promise<void> | null {
  const { context, running, stretches } = attempt;
  if (attempt.total === null && active > 0) return null;
  const nowMs = context.clock.monotonic();
  const stretch = stretches.take(lengthOfNext(attempt), nowMs) ?? stretches.steal(nowMs);
  if (stretch) return runStretch(attempt, connections, stretch);
  for (const run of running) run.nudge();
  return null;
}

function lengthOfNext({ count, stretches, total }: Attempt): number {
  if (total === null) return MAX_STRETCH_BYTES;
  // Shorter towards the end, so that all connections finish at about the same time.
  const share = Math.ceil(stretches.untaken() / (count.wanted() * 2));
  return Math.min(MAX_STRETCH_BYTES, Math.max(MIN_STRETCH_BYTES, share));
}

async function runStretch(
  attempt: Attempt,
  connections: Connections,
  stretch: Stretch,
): Promise<void> {
  const { context, running, stretches } = attempt;
  const run = fetchStretch(context, stretch, {
    ...sharedTask(attempt, connections),
    extend: () => stretches.extend(stretch, lengthOfNext(attempt)),
    retire: (failure) => retire(attempt, connections, failure),
    received: () => {
      if (attempt.total === null) context.expect(stretch.next);
    },
  });
  running.add(run);
  try {
    assertSame(attempt, await run.done);
  } finally {
    running.delete(run);
    stretches.release(stretch);
  }
}

/** The callbacks that do not depend on the stretch. */
function sharedTask(attempt: Attempt, connections: Connections) {
  return {
    ...attempt.nodes,
    facts: () => attempt.facts,
    learn: (facts: ResponseFacts) => learn(attempt, connections, facts),
    maySkip: () => !attempt.context.placed && attempt.ignored >= MAX_IGNORED_RANGES,
    mayRepeat: (bytes: number) => mayRepeat(attempt, bytes),
  };
}

function assertSame(attempt: Attempt, failure: FetchFailure | null): void {
  if (failure?.kind !== 'changed') return;
  attempt.changed = failure;
  throw failure.error;
}

/** Whether a connection should end because the origin wants fewer of them. */
function retire(attempt: Attempt, connections: Connections, { kind }: FetchFailure): boolean {
  if (kind === 'misplaced') return false;
  if (kind === 'ignored') attempt.ignored += 1;
  if (kind === 'ignored' && attempt.ignored < MAX_IGNORED_RANGES) return false;
  const isAlone = connections.active() === 1;
  attempt.count.refuse(kind === 'ignored' ? 2 : connections.active());
  return !isAlone;
}

function mayRepeat(attempt: Attempt, bytes: number): boolean {
  attempt.repeatedBytes += bytes;
  return attempt.repeatedBytes <= MAX_REPEATS * Math.max(attempt.total ?? 0, MAX_STRETCH_BYTES);
}

/** Compares the bytes around each place where two responses met, if these may be of two files. */
async function compareSeams(attempt: Attempt, connections: Connections): Promise<void> {
  for await (const { end, bytes } of attempt.nodes.seams()) {
    const nothing = { startedMs: 0, start: end, next: end, end };
    const comparing = fetchStretch(attempt.context, nothing, {
      ...sharedTask(attempt, connections),
      lead: async () => bytes,
      extend: () => false,
      retire: () => false,
      received: () => undefined,
    });
    assertSame(attempt, await comparing.done);
  }
}

/** Takes note of what a response says about the file; returns a failure if that cannot be. */
function learn(
  attempt: Attempt,
  connections: Connections,
  facts: ResponseFacts,
): FetchFailure | null {
  const { exactBytes, expect } = attempt.context;
  attempt.facts = attempt.facts ? mergeFacts(attempt.facts, facts) : facts;
  if (facts.total === null) return null;
  if (facts.total === 0) return notMedia('an empty file');
  if (exactBytes !== null && facts.total !== exactBytes)
    return notMedia(`${facts.total} bytes instead of ${exactBytes}`);
  try {
    expect(facts.total);
  } catch (error) {
    return fetchFailure('final', error);
  }
  if (attempt.total === null) setTotal(attempt, connections, facts.total);
  return null;
}

function setTotal(attempt: Attempt, connections: Connections, bytes: number): void {
  attempt.total = bytes;
  attempt.stretches.setTotal(bytes);
  attempt.count.expect(bytes);
  attempt.context.setTotal(bytes);
  connections.pump();
}
