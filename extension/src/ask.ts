// Asks the background something and waits for its answer.
import { browser } from './browser.ts';
import type { Answer, Ask } from './messages.ts';
import { CallError } from './server.ts';

/** Rejects with a {@link CallError} where the background failed. */
export async function ask<T>(question: Ask): Promise<T> {
  const answer = (await browser.runtime.sendMessage(question)) as Answer<T>;
  if (answer.ok) return answer.value;
  throw new CallError(answer.code, answer.params);
}
