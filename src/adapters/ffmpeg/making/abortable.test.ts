import { expect, it } from 'vitest';
import { abortable } from './abortable.ts';

// The runner fails where a rejection is not handled.
it('leaves no failure unhandled of what nobody waits for any more', async () => {
  const work = Promise.withResolvers<never>();
  await expect(abortable(AbortSignal.abort('over'), work.promise)).rejects.toBe('over');
  work.reject(new Error('later'));
  await new Promise((resolve) => setImmediate(resolve));
});
