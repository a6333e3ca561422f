// Answers the questions of other servers. BullMQ lends each to one process, and to another one when that is gone.
import { type Job as BullJob, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Answers, GiveAnswer, Lane, Question } from '../../core/async/asks.ts';
import type { Clock } from '../../core/async/clock.ts';
import { type LinkedController, linkedController } from '../../core/async/linked-controller.ts';
import type { Signals } from '../../core/async/signals.ts';
import { SERVER_TIMES } from '../../core/servers/server-registry.ts';
import { AppError } from '../../shared/errors.ts';
import { sentError } from './job-messages.ts';
import { LISTEN_SECONDS } from './job-worker.ts';
import type { Sealing } from './member-table.ts';
import {
  ANSWER_KEPT_MS,
  answerTo,
  dropOf,
  QUESTION_VERSION,
  queueOf,
  type SentAnswer,
  type SentQuestion,
} from './question-messages.ts';
import { isAway, PREFIX } from './queue-name.ts';

/** How long a process leaves a question that it does not know to newer ones, in milliseconds. */
const NEWER_MS = 1000;
/** How often questions of a process that is gone are looked for, in milliseconds: seldom, since each look is a command. */
const LOOK_MS = 8000;

/** What answering needs. `connection` waits for Redis to come back. */
export type AnsweringNeeds = {
  readonly connection: Redis;
  readonly clock: Pick<Clock, 'now'>;
  readonly signals: Signals;
  readonly sealing: Sealing;
  readonly lane: Lane;
  /** The most questions at once. */
  readonly most: number;
  readonly warn: (message: string, cause: unknown) => void;
};

/** The answering of one lane: say all answers, then `begin`. */
export type Answering = Answers & {
  readonly begin: () => void;
  /** Takes no more questions, waits at most `drainMs` for the answers under way, and aborts the others. */
  readonly close: (drainMs: number) => Promise<void>;
};

type State = AnsweringNeeds & {
  readonly answers: Map<string, GiveAnswer<unknown, unknown>>;
  readonly running: Set<LinkedController>;
};

/** Creates it. */
export function createAnswering(needs: AnsweringNeeds): Answering {
  const state: State = { ...needs, answers: new Map(), running: new Set() };
  let worker: Worker<string> | null = null;
  return {
    to<Asked, Answer>({ name }: Question<Asked, Answer>, give: GiveAnswer<Asked, Answer>) {
      state.answers.set(name, give as GiveAnswer<unknown, unknown>);
    },
    begin() {
      worker = startWorker(state);
    },
    async close(drainMs) {
      await worker?.pause(true);
      const late = setTimeout(() => {
        for (const controller of state.running) controller.end(new AppError('interrupted'));
      }, drainMs);
      await worker?.close();
      clearTimeout(late);
    },
  };
}

function startWorker(state: State): Worker<string> {
  const { connection, lane, most, warn } = state;
  const worker = new Worker<string>(
    queueOf(lane),
    (job, token, signal) => take(state, job, token ?? '', signal),
    {
      connection,
      prefix: PREFIX,
      concurrency: most,
      lockDuration: SERVER_TIMES.lentMs,
      stalledInterval: LOOK_MS,
      drainDelay: LISTEN_SECONDS,
      maxStalledCount: 1,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    },
  );
  worker.on('error', (cause) => {
    if (!isAway(cause)) warn('the queue of questions failed', cause);
  });
  return worker;
}

/** Fulfilled when the answer is sent, an error too. */
async function take(
  state: State,
  job: BullJob<string>,
  token: string,
  given: AbortSignal | undefined,
): Promise<void> {
  const { sealing, signals, answers, running, clock, warn } = state;
  const { id = '', data } = job;
  const text = typeof data === 'string' ? sealing.open(data, id) : null;
  if (text === null) return warn('a question in the queue could not be read', undefined);
  const { version, name, asked } = JSON.parse(text) as SentQuestion;
  const give = version <= QUESTION_VERSION ? answers.get(name) : undefined;
  if (!give) {
    await job.moveToDelayed(clock.now() + NEWER_MS, token);
    throw new WaitingError();
  }
  const controller = linkedController(given ?? new AbortController().signal);
  const stop = signals.subscribe(dropOf(id), () => controller.end());
  running.add(controller);
  try {
    const answer = await answerOf(give, asked, controller.signal);
    signals.publish(answerTo(id), answer, ANSWER_KEPT_MS);
  } finally {
    stop();
    running.delete(controller);
    controller.end();
  }
}

async function answerOf(
  give: GiveAnswer<unknown, unknown>,
  asked: unknown,
  signal: AbortSignal,
): Promise<SentAnswer> {
  try {
    return { value: await give(asked, signal) };
  } catch (error) {
    return { error: sentError(error) };
  }
}
