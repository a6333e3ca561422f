import { expect, it } from 'vitest';
import { refuseTooLong, tooLongByNow } from './duration-limit.ts';

it('a video is announced as too long beyond the limit, not at it, and never while its length is unknown', () => {
  const announced = (seconds: number | null) => () => refuseTooLong(seconds, 600);
  expect(announced(null)).not.toThrow();
  expect(announced(600)).not.toThrow();
  expect(announced(600.5)).toThrow(
    expect.objectContaining({ code: 'too_long', params: { minutes: 10 } }),
  );
});

it('a file may be five seconds longer than the limit: platforms round', () => {
  expect(tooLongByNow(605, 600)).toBeNull();
  expect(tooLongByNow(605.1, 600)).toMatchObject({ code: 'too_long', params: { minutes: 10 } });
});

it('the limit is told in whole minutes', () => {
  expect(tooLongByNow(700, 659)).toMatchObject({ params: { minutes: 10 } });
});
