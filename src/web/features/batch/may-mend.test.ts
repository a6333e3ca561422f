import { expect, it } from 'vitest';
import type { FailureCode } from '../../download-client/next-step.ts';
import { mayMend } from './may-mend.ts';

it.each<[FailureCode, boolean]>([
  ['upstream_error', true],
  ['timeout', true],
  ['too_many_requests', true],
  ['interrupted', true],
  ['offline', true],
  ['bad_media', true],
  ['making_failed', true],
  ['private', false],
  ['not_found', false],
  ['members_only', false],
  ['taken_down', false],
  ['too_long', false],
  ['no_sound', false],
  ['cookies_off', false],
])('another attempt after %s: %s', (code, expected) => {
  expect(mayMend({ code })).toBe(expected);
});
