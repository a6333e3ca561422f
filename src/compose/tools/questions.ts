// Asking the servers that share a Redis, and answering them.
import {
  answerWithControl,
  answerWithEngine,
  answerWithTools,
} from '../../adapters/remote/answer-with-tools.ts';
import { createSeal } from '../../adapters/secrets/seal.ts';
import type { Config } from '../../config.ts';
import type { Ask, Lane } from '../../core/async/asks.ts';
import type { Clock } from '../../core/async/clock.ts';
import type { Duties } from '../../core/async/duties.ts';
import { type Signals, type Topic, topic } from '../../core/async/signals.ts';
import type { EngineControl } from '../../core/engine-updates/control.ts';
import type { HandedFiles } from '../../core/files/handed-files.ts';
import type { FileStore } from '../../core/files/ports.ts';
import { type Breaker, breakerKey } from '../../core/inspecting/breaker.ts';
import { OWN_NETWORK } from '../../core/limits/networks.ts';
import type { Keys } from '../state/configured-data.ts';
import { hidingNames, type SharedRedis } from '../state/redis.ts';
import type { Tools } from './tools.ts';

/** Programs and requests for others that run at once. */
const MOST_TOOLS = 16;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Says that there are servers that ask, as long as it is kept: before, nothing is opened for answers. */
const ASKING: Topic<true> = topic('asking');

type Shared = {
  readonly redis: SharedRedis;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly signals: Signals;
  readonly warn: (message: string, cause: unknown) => void;
};

/** Opens asking. */
export async function composeAsking(
  needs: Shared & { readonly duties: Duties },
): Promise<{ readonly ask: Ask; readonly close: () => void }> {
  const { createAsk } = await import('../../adapters/bullmq/ask.ts');
  const { redis, keys, signals, duties } = needs;
  const { ask, close } = createAsk({
    ...needs,
    client: redis.client,
    sealing: createSeal(keys.queue),
    hide: hidingNames(keys.queue, 'questions'),
  });
  const say = () => sayThatServersAsk(signals);
  const endSaying = duties.every('say-that-it-asks', MINUTE_MS, say, { runsAtOnce: true });
  return {
    ask,
    close() {
      void endSaying();
      close();
    },
  };
}

/** Opens the queues of questions at every server that answers. */
export function sayThatServersAsk(signals: Signals): void {
  signals.publish(ASKING, true, HOUR_MS);
}

/** What answering needs. */
export type AnsweringNeeds = Shared & {
  readonly config: Config;
  readonly duties: Duties;
  readonly tools: Tools;
  readonly breaker: Pick<Breaker, 'guard'>;
  readonly files: Pick<FileStore, 'workspace'>;
  readonly handed: HandedFiles;
};

/**
 * Answers, once a server asks, until the returned function is called, which waits at most `drainMs` for the answers under way.
 */
export async function answerQuestions(needs: AnsweringNeeds): Promise<EndAnswering> {
  const { config, clock, duties, tools, breaker, handed } = needs;
  const openEngine = await prepareLane(needs, 'engine', config.MAX_INSPECTIONS);
  const openTools = await prepareLane(needs, 'tools', MOST_TOOLS);
  const own = { network: OWN_NETWORK, canWait: true };
  const callers = { all: () => [own], onJoin: () => undefined };
  const end = onceAsked(needs.signals, () => {
    const { answering: engine, close: closeEngine } = openEngine();
    answerWithEngine(engine, {
      ...tools,
      guard: (platform, signal, attempt) =>
        breaker.guard(breakerKey(platform, tools.engine.egress), (goOn) =>
          tools.turns.run(callers, signal, () => {
            goOn();
            return attempt();
          }),
        ),
    });
    const { answering: others, close: closeOthers } = openTools();
    answerWithTools(others, { ...needs, ...tools });
    engine.begin();
    others.begin();
    return async (drainMs) => {
      await Promise.all([closeEngine(drainMs), closeOthers(drainMs)]);
    };
  });
  const endSweeping = duties.every('sweep-handed-files', DAY_MS, () => handed.sweep(clock.now()));
  return async (drainMs) => {
    void endSweeping();
    await end(drainMs);
  };
}

/** Makes a function that answers what operators do with the engine, once asked, until the function it returns is called. */
export async function prepareAnswering(
  needs: Shared,
  control: EngineControl,
): Promise<() => () => void> {
  const open = await prepareLane(needs, 'updates', 1);
  return () => {
    const end = onceAsked(needs.signals, () => {
      const { answering, close } = open();
      answerWithControl(answering, control);
      answering.begin();
      return close;
    });
    return () => void end(0);
  };
}

type EndAnswering = (drainMs: number) => Promise<void>;

/** Calls `begin` when a server asks, unless the returned function was called before. */
function onceAsked(signals: Signals, begin: () => EndAnswering): EndAnswering {
  let end: EndAnswering | null = null;
  const stop = signals.subscribe(ASKING, () => {
    end ??= begin();
  });
  return async (drainMs) => {
    stop();
    await end?.(drainMs);
  };
}

async function prepareLane(
  { redis, keys, clock, signals, warn }: Shared,
  lane: Lane,
  most: number,
) {
  const { createAnswering } = await import('../../adapters/bullmq/answer-questions.ts');
  const sealing = createSeal(keys.queue);
  return () => {
    const connection = redis.openWaiting();
    const answering = createAnswering({ connection, clock, signals, sealing, lane, most, warn });
    return {
      answering,
      async close(drainMs: number) {
        await answering.close(drainMs);
        connection.disconnect();
      },
    };
  };
}
