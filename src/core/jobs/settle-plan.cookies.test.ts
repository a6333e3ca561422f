import { expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeTrack,
  NO_ORIGIN,
} from '../../../tests/support/media/make-item.ts';
import { choiceOf } from '../choosing/choice.ts';
import { settlePlan } from './settle-plan.ts';

const limits = { maxDurationSeconds: 3600, maxFileBytes: 1e9, maxEncodeSeconds: 120 };
const item = makeItem([makeTrack('a', { picture: makePicture() })]);

function keyFor(visitor: string | null, withCookies: boolean): string {
  const inspected = {
    inspection: makeInspection([item]),
    sources: { egress: 'direct', byId: new Map() },
    origin: NO_ORIGIN,
    ...(withCookies && { withCookies }),
  } as const;
  const request = { choice: choiceOf('mp4', 'high'), pointsAt: null, visitor };
  return settlePlan(inspected, request, limits).key;
}

it('a file that was made with the operator’s cookies is that of one visitor, any other is everyone’s', () => {
  expect(keyFor('ann', false)).toBe(keyFor('bob', false));
  expect(keyFor('ann', true)).not.toBe(keyFor('bob', true));
  expect(keyFor('ann', true)).not.toBe(keyFor('ann', false));
  expect(() => keyFor(null, true)).toThrow(expect.objectContaining({ code: 'login_required' }));
});
