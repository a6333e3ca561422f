// Fetches one file over several ranges at once, from the front, into its place on the disk.
import { AppError } from '../../shared/errors.ts';
import { fetchStretch, type StretchRun } from './fetch-stretch.ts';
import { createConnectionCount } from './http/connection-count.ts';
import { type FetchFailure, fetchFailure, notMedia } from './http/fetch-failure.ts';
import { hostOf } from './http/origin.ts';
import type { ResponseFacts } from './http/response-headers.ts';
import { mergeFacts } from './http/validate-response.ts';
import type { PartContext } from './part-file/part-context.ts';
import { runConnections } from './run-connections.ts';
import { createStretches, type Stretch } from './stretches.ts';

/** YouTube slows down whoever asks for more than about ten megabytes in one request. */
const LONGEST_BYTES = 8 * 1024 * 1024;
const SHORTEST_BYTES = 1024 * 1024;
/** Two whole files instead of ranges are no accident. */
const IGNORED_TIMES = 2;

/** Fetches all of it and gives its length. Throws AppError or the signal's reason; a file that changes is begun anew once. */
export async function fetchFile(context: PartContext): Promise<number> {
  for (let isSecond = false; ; isSecond = true) {
    const outcome = await fetchOnce(context);
    if ('total' in outcome) return outcome.total;
    if (isSecond) throw outcome.changed;
    context.file.startOver();
  }
}

async function fetchOnce(
  outer: PartContext,
): Promise<{ readonly total: number } | { readonly changed: unknown }> {
  const round = new AbortController();
  const context = { ...outer, signal: AbortSignal.any([outer.signal, round.signal]) };
  const { clock, exactBytes, expect, file, origin } = context;
  const count = createConnectionCount();
  const stretches = createStretches();
  const running = new Set<StretchRun>();
  let facts: ResponseFacts | null = null;
  let total: number | null = null;
  let ignored = 0;
  let changed: FetchFailure | null = null;

  function setTotal(bytes: number): void {
    total = bytes;
    stretches.setTotal(bytes);
    context.setTotal(bytes);
    pool.pump();
  }

  function learn(said: ResponseFacts): FetchFailure | null {
    facts = facts ? mergeFacts(facts, said) : said;
    if (said.total === null) return null;
    if (said.total === 0) return notMedia('an empty file');
    if (exactBytes !== null && said.total !== exactBytes)
      return notMedia(`${said.total} bytes instead of ${exactBytes}`);
    try {
      expect(said.total);
    } catch (error) {
      return fetchFailure('final', error);
    }
    if (total === null) setTotal(said.total);
    return null;
  }

  function length(): number {
    if (total === null) return LONGEST_BYTES;
    // Shorter towards the end, so that all connections come to it together.
    const share = Math.ceil(stretches.untaken() / (count.wanted() * 2));
    return Math.min(LONGEST_BYTES, Math.max(SHORTEST_BYTES, share));
  }

  async function runStretch(stretch: Stretch): Promise<void> {
    const run = fetchStretch(context, stretch, {
      facts: () => facts,
      learn,
      maySkip: () => ignored >= IGNORED_TIMES,
      extend: () => stretches.extend(stretch, length()),
      retire: (met) => {
        if (met.kind === 'ignored') ignored += 1;
        if (met.kind === 'ignored' && ignored < IGNORED_TIMES) return false;
        const isAlone = pool.active() === 1;
        count.refuse(met.kind === 'ignored' ? 2 : pool.active());
        return !isAlone;
      },
      came: () => {
        if (total === null) expect(stretch.next);
      },
    });
    running.add(run);
    try {
      const met = await run.done;
      if (met?.kind === 'changed') {
        changed = met;
        throw met.error;
      }
    } finally {
      running.delete(run);
      stretches.release(stretch);
    }
  }

  const pool = runConnections(
    context,
    count,
    {
      host: () => hostOf(origin.shortcut(origin.current().source.address)),
      begin: (active) => {
        if (total === null && active > 0) return null;
        const nowMs = clock.monotonic();
        const stretch = stretches.take(length(), nowMs) ?? stretches.steal(nowMs);
        if (stretch) return runStretch(stretch);
        for (const run of running) run.nudge();
        return null;
      },
      isDone: () => total !== null && file.map.prefix() === total,
    },
    (reason) => round.abort(reason),
  );
  if (exactBytes !== null) setTotal(exactBytes);

  try {
    await pool.done;
  } catch (error) {
    if (changed && !outer.signal.aborted) return { changed: error };
    throw error;
  }
  if (total === null) throw new AppError('internal', { detail: 'a part ended without a length' });
  return { total };
}
