// One worker as the pool sees it: its way out, its one request at a time, and its end; used by pool.ts.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/async/clock.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { type EngineAnswer, type EngineRequest, readAnswer } from './protocol.ts';
import type { WorkerDeath, WorkerLine, Zygote } from './zygote.ts';

/** A worker's own way out to the internet, open only while it works. */
export type WorkerLane = {
  /** Handed to the worker once, at its birth. Null connects directly. */
  readonly proxyUrl: string | null;
  readonly begin: (platform: PlatformId) => void;
  readonly end: () => void;
  readonly close: () => void;
};

/** Why a worker gave no answer. */
export type WorkerLoss = Pick<WorkerDeath, 'why' | 'code' | 'tail'>;

/** What the pool hears of a worker. */
export type WorkerEvents = {
  /** It waits for its first request. */
  readonly onReady: () => void;
  /** It answered and waits for the next request. */
  readonly onAnswer: (answer: EngineAnswer) => void;
  /** It has died by itself, broke a bound or its protocol; it is useless from now on. Called once, not after `end`. */
  readonly onLost: (loss: WorkerLoss) => void;
  /** It is being killed, by whomever. Called once. */
  readonly onEnd: () => void;
  /** Nothing of it is left. */
  readonly onGone: () => void;
};

/** A forked worker. */
export type Worker = {
  readonly bornAtMs: number;
  /** Requests answered. */
  readonly count: () => number;
  readonly rssBytes: () => number;
  /** Only while it waits. */
  readonly ask: (request: EngineRequest) => void;
  /** Kills it with all that it started; shuts its way out at once. */
  readonly end: () => void;
};

const MAX_ITEMS = 50;

/** Has a worker forked. It reports through `events`. */
export function createWorker(
  zygote: Zygote,
  lane: WorkerLane,
  clock: Clock,
  events: WorkerEvents,
): Worker {
  let state: 'starting' | 'idle' | 'busy' | 'ended' = 'starting';
  let requestId = '';
  let count = 0;
  let rssBytes = 0;
  let line: WorkerLine | undefined;
  const end = () => {
    if (state === 'ended') return;
    state = 'ended';
    lane.close();
    line?.kill();
    events.onEnd();
  };
  const lose = (loss: WorkerLoss) => {
    if (state === 'ended') return;
    end();
    events.onLost(loss);
  };
  const hear = (text: string) => {
    const answer = readAnswer(text);
    // Only the answer to the one open question is one.
    if (state !== 'busy' || answer?.id !== requestId) return lose(GARBAGE);
    state = 'idle';
    lane.end();
    count = answer.count;
    rssBytes = answer.rssBytes;
    events.onAnswer(answer);
  };
  line = zygote.fork(randomUUID(), lane.proxyUrl, {
    onHello: (hello) => {
      if (state !== 'starting') return;
      state = 'idle';
      rssBytes = hello.rssBytes;
      events.onReady();
    },
    onLine: hear,
    onGarbage: () => lose(GARBAGE),
    onDeath: (death) => {
      lose(death);
      events.onGone();
    },
  });
  return {
    bornAtMs: clock.monotonic(),
    count: () => count,
    rssBytes: () => rssBytes,
    ask(request) {
      if (state !== 'idle') throw new TypeError('a worker takes one request at a time');
      state = 'busy';
      requestId = randomUUID();
      lane.begin(request.platform);
      line.send({ maxItems: MAX_ITEMS, ...request, id: requestId, op: 'inspect' });
    },
    end,
  };
}

const GARBAGE: WorkerLoss = { why: 'exit', code: null, tail: 'the protocol was broken' };
