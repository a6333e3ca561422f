import { expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { Delivery } from '../../shared/media/media.ts';
import type { Plan, PlanOption } from '../choosing/plan.ts';
import { DoubtfulMedia } from './doubts.ts';
import { type Failure, nextOption } from './next-option.ts';

/** An option of tracks, each with its delivery. */
const optionOf = (...tracks: readonly `${string} ${Delivery}`[]): PlanOption => ({
  sources: tracks.map((trackId) => ({ kind: 'track', trackId, role: 'both' })),
  recipe: { kind: 'mux', container: 'mp4' },
  expect: { picture: null, sound: null, durationSeconds: 1 },
  estimate: { bytes: 1, exact: false },
});
const planOf = (first: PlanOption, ...alternatives: PlanOption[]): Plan => ({
  ...first,
  key: 'plan',
  alternatives,
});
const next = (plan: Plan, ...failures: Failure[]) =>
  nextOption(plan, failures, (source) =>
    source.kind === 'track' ? (source.trackId.split(' ')[1] as Delivery) : null,
  );
const failed = (option: PlanOption, code: ErrorCode): Failure => ({
  option,
  error: new AppError(code),
});
const doubtful = (option: PlanOption): Failure => ({
  option,
  error: new DoubtfulMedia('length', 'short'),
});

const [file, smaller, list] = [
  optionOf('1080 file', 'sound file'),
  optionOf('720 file', 'sound file'),
  optionOf('list hls'),
];
const plan = planOf(file, smaller, list);

it('begins with the plan itself', () => {
  expect(next(plan)).toEqual({ option: plan, key: 'plan', instead: null });
});

it('takes the next one for damaged media, then one that shares nothing with both', () => {
  const bad = failed(plan, 'bad_media');
  expect(next(plan, bad)).toMatchObject({
    option: smaller,
    key: 'plan/instead',
    instead: 'damaged',
  });
  expect(next(plan, bad, failed(smaller, 'bad_media'))?.option).toBe(list);
  expect(next(planOf(file, smaller), bad, failed(smaller, 'bad_media'))).toBeNull();
  expect(next(plan, bad, failed(smaller, 'bad_media'), failed(list, 'bad_media'))).toBeNull();
});

it('takes the next one for encrypted media, then one that comes in another way', () => {
  const locked = failed(plan, 'drm');
  expect(next(plan, locked)).toMatchObject({ option: smaller, instead: 'refused' });
  expect(next(plan, locked, failed(smaller, 'drm'))?.option).toBe(list);
  expect(next(plan, locked, failed(smaller, 'drm'), failed(list, 'drm'))).toBeNull();
});

it.each(['empty', 'soundless'] as const)('takes one of another sound after a file: %s', (doubt) => {
  const silent = (option: PlanOption) => ({ option, error: new DoubtfulMedia(doubt, 'silent') });
  expect(next(plan, silent(plan))?.option).toBe(list);
  expect(next(planOf(file, smaller), silent(file))?.option).toBe(smaller);
  expect(next(plan, silent(plan), silent(list))).toBeNull();
});

it('takes one that comes in another way where the host refused the file', () => {
  expect(next(plan, failed(plan, 'blocked'))?.option).toBe(list);
  expect(next(planOf(file, smaller), failed(file, 'blocked'))).toBeNull();
  const mixed = optionOf('720 hls', 'sound file');
  expect(next(planOf(file, mixed, list), failed(file, 'blocked'))?.option).toBe(list);
});

it.each(['not_found', 'choice_unavailable'] as const)(
  'takes one with other sources where one is gone: %s',
  (code) => {
    expect(next(plan, failed(plan, code))?.option).toBe(smaller);
    // It may have been the sound.
    expect(next(plan, failed(plan, code), failed(smaller, code))?.option).toBe(list);
    expect(next(planOf(file, smaller), failed(file, code), failed(smaller, code))).toBeNull();
  },
);

it.each(['timeout', 'too_large', 'server_full', 'cancelled'] as const)(
  'takes none after %s',
  (code) => {
    expect(next(plan, failed(plan, code))).toBeNull();
  },
);

it('takes a picture of nearly the size that may be H.264, under the same key, for one that is not', () => {
  const pictured = (option: PlanOption, lines: number, codec: 'h264' | 'h265' = 'h264') => ({
    ...option,
    expect: { ...option.expect, picture: { codec, width: (lines * 16) / 9, height: lines } },
  });
  const first = pictured(optionOf('a file'), 720);
  const other: Failure = { option: first, error: new DoubtfulMedia('codec', 'H.265') };
  const better = pictured(optionOf('b file'), 540);
  const some = [pictured(optionOf('c file'), 720, 'h265'), pictured(optionOf('d file'), 360)];
  expect(next(planOf(first, ...some, better), other)).toEqual({
    option: better,
    key: 'plan',
    instead: null,
  });
  expect(next(planOf(first, ...some), other)).toBeNull();
});

it('takes another one for a doubtful file, once', () => {
  expect(next(plan, doubtful(plan))?.option).toBe(smaller);
  expect(next(plan, doubtful(plan), doubtful(smaller))).toBeNull();
  expect(next(plan, doubtful(plan), failed(smaller, 'bad_media'))).toBeNull();
  expect(next(planOf(file), doubtful(file))).toBeNull();
});
