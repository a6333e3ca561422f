// A server with tools answers those without.
import type { Base } from './base.ts';
import { answerQuestions, sayThatServersAsk } from './tools/questions.ts';

/** Begins it; null where no server could ask. The function ends it, and waits at most `maxMs` for answers under way. */
export async function beginAnswering(
  base: Base,
): Promise<((maxMs: number) => Promise<void>) | null> {
  const { redis, store, tools, health } = base;
  const { handed, files } = store;
  if (!redis || !handed || !tools.local) return null;
  // Servers of older releases do not say that they ask.
  const others = await base.server.list();
  if (others.some(({ facts }) => facts?.role === 'web')) sayThatServersAsk(base.signals);
  return answerQuestions({ ...base, redis, files, handed, tools, breaker: health.breaker });
}
