// One worker of the pool: its egress session, its one request at a time, and its end.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/async/clock.ts';
import type { AddressFamily } from '../../../core/inspecting/inspection.ts';
import { type EngineAnswer, type EngineRequest, readAnswer } from './protocol.ts';
import type { WorkerDeath, WorkerLine, Zygote } from './zygote.ts';

/** The egress session of one worker, open only during a request. */
export type WorkerLane = {
  /** The proxy that the worker is started with; null connects directly. */
  readonly proxyUrl: string | null;
  readonly begin: (request: EngineRequest) => void;
  readonly end: () => void;
  /** The address family by which the last request reached its platform, where that is known. */
  readonly family?: () => AddressFamily | undefined;
  readonly close: () => void;
};

export type WorkerLoss = Pick<WorkerDeath, 'why' | 'code' | 'tail'>;

/** What a worker reports to the pool. */
export type WorkerEvents = {
  /** It waits for its first request. */
  readonly onReady: () => void;
  /** It answered and waits for the next request. */
  readonly onAnswer: (answer: EngineAnswer) => void;
  /** It died, exceeded a limit or broke its protocol, and cannot be used any more. Called once, never after `end`. */
  readonly onLost: (loss: WorkerLoss) => void;
  /** It is being killed. Called once. */
  readonly onEnd: () => void;
  /** All of its processes have ended. */
  readonly onExit: () => void;
};

export type Worker = {
  readonly bornAtMs: number;
  /** Its egress, see {@link EngineRequest}. */
  readonly egress: string | undefined;
  /** Number of answered requests. */
  readonly count: () => number;
  readonly rssBytes: () => number;
  /** Sends a request; the worker must be idle. */
  readonly send: (request: EngineRequest) => void;
  /** Closes its egress session at once and kills it with everything it started. */
  readonly end: () => void;
};

const MAX_ITEMS = 50;

/** Forks a worker, which reports through `events`. */
export function createWorker(
  zygote: Zygote,
  { egress, lane }: { readonly egress: string | undefined; readonly lane: WorkerLane },
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
  const receive = (text: string) => {
    const answer = readAnswer(text);
    // It may only answer the one open request.
    if (state !== 'busy' || answer?.id !== requestId) return lose(GARBAGE);
    state = 'idle';
    lane.end();
    count = answer.count;
    rssBytes = answer.rssBytes;
    events.onAnswer({ ...answer, family: lane.family?.() });
  };
  line = zygote.fork(randomUUID(), lane.proxyUrl, {
    onHello: (hello) => {
      if (state !== 'starting') return;
      state = 'idle';
      rssBytes = hello.rssBytes;
      events.onReady();
    },
    onLine: receive,
    onGarbage: () => lose(GARBAGE),
    onDeath: (death) => {
      lose(death);
      events.onExit();
    },
  });
  return {
    bornAtMs: clock.monotonic(),
    egress,
    count: () => count,
    rssBytes: () => rssBytes,
    send(request) {
      if (state !== 'idle') throw new TypeError('a worker takes one request at a time');
      state = 'busy';
      requestId = randomUUID();
      lane.begin(request);
      const { egress: _, family: __, ...rest } = request;
      line.send({ op: 'inspect', maxItems: MAX_ITEMS, ...rest, id: requestId });
    },
    end,
  };
}

const GARBAGE: WorkerLoss = { why: 'exit', code: null, tail: 'the protocol was broken' };
