// The port `Ask`: questions are jobs of BullMQ, and answers are signals.
import { randomBytes } from 'node:crypto';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Ask, Lane, Question } from '../../core/async/asks.ts';
import type { Clock } from '../../core/async/clock.ts';
import { rememberFor } from '../../core/async/remember-for.ts';
import type { Signals } from '../../core/async/signals.ts';
import { AppError } from '../../shared/errors.ts';
import { receivedError } from './job-messages.ts';
import type { Sealing } from './member-table.ts';
import {
  ANSWER_KEPT_MS,
  answerTo,
  dropOf,
  QUESTION_VERSION,
  queueOf,
  type SentAnswer,
  type SentQuestion,
  sentAnswer,
} from './question-messages.ts';
import { isAway, PREFIX } from './queue-name.ts';
import { slotsOfAll } from './worker-slots.ts';

const RETRY_AFTER_SECONDS = 5;
const NO_SERVER = 'no server is there that could answer';
/** How often a question that waits looks for servers. */
const LOOK_MS = 2000;
/** How long it is remembered whether anyone could answer. */
const ASK_AGAIN_MS = 1000;

/** What asking needs. `hide` makes names that tell nothing. */
export type AskNeeds = {
  readonly client: Redis;
  readonly clock: Clock;
  readonly signals: Signals;
  readonly sealing: Sealing;
  readonly hide: (name: string) => string;
  readonly warn: (message: string, cause: unknown) => void;
};

type Options = Parameters<Ask>[2];
type State = AskNeeds & {
  readonly queueFor: (lane: Lane) => Queue<string>;
  /** Whether any server is there that could answer. Rejects while Redis is away. */
  readonly isAnyThere: () => Promise<boolean>;
};

/** Creates the port, and its end. */
export function createAsk(needs: AskNeeds): { readonly ask: Ask; readonly close: () => void } {
  const queues = new Map<Lane, Queue<string>>();
  const queueFor = (lane: Lane) => {
    const known = queues.get(lane);
    if (known) return known;
    const queue = new Queue<string>(queueOf(lane), { connection: needs.client, prefix: PREFIX });
    queue.on('error', (cause) => {
      if (!isAway(cause)) needs.warn('the queue of questions failed', cause);
    });
    queues.set(lane, queue);
    return queue;
  };
  const isAnyThere = rememberFor(
    ASK_AGAIN_MS,
    needs.clock,
    async () => (await slotsOfAll(needs.client)).maxRunning > 0,
  );
  const state: State = { ...needs, queueFor, isAnyThere };
  return {
    ask: <Asked, Answer>(question: Question<Asked, Answer>, asked: Asked, options: Options) =>
      askOnce(state, question, asked, options) as Promise<Answer>,
    close() {
      for (const queue of queues.values()) void queue.close().catch(() => undefined);
    },
  };
}

async function askOnce(
  state: State,
  question: Pick<Question<unknown, unknown>, 'name' | 'lane' | 'maxMs' | 'read'>,
  asked: unknown,
  { signal, key }: Options,
): Promise<unknown> {
  const { signals, clock, queueFor, hide } = state;
  signal.throwIfAborted();
  const id =
    key === undefined
      ? `q-${randomBytes(12).toString('base64url')}`
      : `k-${hide(`${question.name} ${key}`)}`;
  const bull = queueFor(question.lane);
  const heard = Promise.withResolvers<SentAnswer>();
  const giveUp = (reason: unknown) => {
    heard.reject(reason);
    // Others may wait for the answer to a question with a key.
    if (key !== undefined) return;
    signals.publish(dropOf(id), true, ANSWER_KEPT_MS);
    void bull.remove(id).catch(() => undefined);
  };
  const onAbort = () => giveUp(signal.reason);
  const stop = signals.subscribe(answerTo(id), heard.resolve);
  const cancelTimeout = clock.after(question.maxMs, () => giveUp(noAnswer('no answer in time')));
  const stopLooking = untilNoServerIsThere(state, () => giveUp(noAnswer(NO_SERVER)));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await put(state, bull, id, { version: QUESTION_VERSION, name: question.name, asked });
    return readAnswer(question, await heard.promise);
  } finally {
    stop();
    cancelTimeout();
    stopLooking();
    signal.removeEventListener('abort', onAbort);
    heard.promise.catch(() => undefined);
  }
}

/** A worker that answers runs yt-dlp and ffmpeg, and may have been taken over: every answer is parsed. */
function readAnswer(
  { name, read }: Pick<Question<unknown, unknown>, 'name' | 'read'>,
  given: unknown,
) {
  const answer = sentAnswer.safeParse(given).data;
  if (answer && 'error' in answer) throw receivedError(answer.error);
  try {
    if (answer) return read(answer.value);
  } catch (cause) {
    throw new AppError('internal', { detail: `the answer to "${name}" cannot be read`, cause });
  }
  throw new AppError('internal', { detail: `what came as the answer to "${name}" is none` });
}

/** A question with an id that is in the queue already is not put there a second time. */
async function put(
  { sealing, signals, isAnyThere }: State,
  bull: Queue<string>,
  id: string,
  question: SentQuestion,
): Promise<void> {
  // Answered a moment ago, to another caller.
  if (id.startsWith('k-') && (await signals.latest(answerTo(id)))) return;
  const sealed = sealing.seal(JSON.stringify(question), id);
  const options = { jobId: id, removeOnComplete: true, removeOnFail: true };
  const isThere = await isAnyThere()
    .then(async (isAny) => isAny && (await bull.add('question', sealed, options)))
    .catch((cause: unknown) => {
      throw noAnswer('the question could not be put into the queue', cause);
    });
  if (!isThere) throw noAnswer(NO_SERVER);
}

/** Calls `found` once the last server that could answer is gone. */
function untilNoServerIsThere({ isAnyThere, clock }: State, found: () => void): () => void {
  let isOver = false;
  let cancel: () => void = () => undefined;
  const lookLater = () => {
    if (isOver) return;
    cancel = clock.after(LOOK_MS, async () => {
      // While Redis is away, nothing is known.
      if (await isAnyThere().catch(() => true)) lookLater();
      else found();
    });
  };
  lookLater();
  return () => {
    isOver = true;
    cancel();
  };
}

function noAnswer(detail: string, cause?: unknown): AppError {
  const params = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  return new AppError('server_busy', { params, detail, cause });
}
