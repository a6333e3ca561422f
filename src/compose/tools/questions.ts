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
import type { Signals } from '../../core/async/signals.ts';
import type { EngineControl } from '../../core/engine-updates/control.ts';
import type { HandedFiles } from '../../core/files/handed-files.ts';
import type { FileStore } from '../../core/files/ports.ts';
import { type Breaker, breakerKey } from '../../core/inspecting/breaker.ts';
import { OWN_NETWORK } from '../../core/limits/networks.ts';
import { hidingNames, type SharedRedis } from '../state/redis.ts';
import type { Tools } from './tools.ts';

/** Programs and requests for others that run at once. */
const MOST_TOOLS = 16;
const DAY_MS = 24 * 3_600_000;

type Shared = {
  readonly redis: SharedRedis;
  readonly clock: Clock;
  readonly secret: Uint8Array;
  readonly signals: Signals;
  readonly warn: (message: string, cause: unknown) => void;
};

/** Opens asking. */
export async function composeAsking(
  needs: Shared,
): Promise<{ readonly ask: Ask; readonly close: () => void }> {
  const { createAsk } = await import('../../adapters/bullmq/ask.ts');
  const { redis, secret } = needs;
  return createAsk({
    ...needs,
    client: redis.client,
    sealing: createSeal(secret),
    hide: hidingNames(secret, 'questions'),
  });
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

/** Answers until the returned function is called, which waits at most `drainMs` for the answers under way. */
export async function answerQuestions(
  needs: AnsweringNeeds,
): Promise<(drainMs: number) => Promise<void>> {
  const { config, clock, duties, tools, breaker, handed } = needs;
  const own = { network: OWN_NETWORK, canWait: true };
  const callers = { all: () => [own], onJoin: () => undefined };
  const openEngine = await prepareLane(needs, 'engine', config.MAX_INSPECTIONS);
  const openTools = await prepareLane(needs, 'tools', MOST_TOOLS);
  const { answering: engine, close: closeEngine } = openEngine();
  answerWithEngine(engine, {
    ...tools,
    guard: (platform, signal, attempt) =>
      breaker.guard(breakerKey(platform, tools.engine.egress), () =>
        tools.turns.run(callers, signal, attempt),
      ),
  });
  const { answering: others, close: closeOthers } = openTools();
  answerWithTools(others, { ...needs, ...tools });
  engine.begin();
  others.begin();
  const endSweeping = duties.every('sweep-handed-files', DAY_MS, () => handed.sweep(clock.now()));
  return async (drainMs) => {
    void endSweeping();
    await Promise.all([closeEngine(drainMs), closeOthers(drainMs)]);
  };
}

/** Makes a function that answers what operators do with the engine, until the function it returns is called. */
export async function prepareAnswering(
  needs: Shared,
  control: EngineControl,
): Promise<() => () => void> {
  const open = await prepareLane(needs, 'updates', 1);
  return () => {
    const { answering, close } = open();
    answerWithControl(answering, control);
    answering.begin();
    return () => void close(0);
  };
}

async function prepareLane(
  { redis, secret, clock, signals, warn }: Shared,
  lane: Lane,
  most: number,
) {
  const { createAnswering } = await import('../../adapters/bullmq/answer-questions.ts');
  const sealing = createSeal(secret);
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
