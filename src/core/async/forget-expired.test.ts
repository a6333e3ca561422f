import { expect, it } from 'vitest';
import { forgetExpired } from './forget-expired.ts';

it('what has expired is forgotten from time to time, and nothing else', () => {
  const kept = new Map<string, { untilMs: number }>();
  const forget = forgetExpired(kept);
  let most = 0;
  for (let nowMs = 0; nowMs < 20_000; nowMs += 1) {
    kept.set(`${nowMs}`, { untilMs: nowMs + 10 });
    if (nowMs % 100 === 0) kept.set(`for ever ${nowMs}`, { untilMs: Number.POSITIVE_INFINITY });
    forget(nowMs);
    most = Math.max(most, kept.size);
  }
  expect(most).toBeLessThan(1500);
  expect([...kept.keys()].filter((name) => name.startsWith('for ever'))).toHaveLength(200);
  for (let nowMs = 19_995; nowMs < 20_000; nowMs += 1) expect(kept.has(`${nowMs}`)).toBe(true);
});
