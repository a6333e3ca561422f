// Damaged sources are refused, or become a complete file; no other error, no endless work.
import { expect, it } from 'vitest';
import { damageSources } from '../../../../tests/support/media/hybrid-damage.ts';

it('only refusals for 3,000 damaged pairs', async () => {
  const outcomes = await damageSources(3000);
  expect(outcomes.size).toBeGreaterThan(5);
  expect(outcomes.get('made')).toBeGreaterThan(10);
});
