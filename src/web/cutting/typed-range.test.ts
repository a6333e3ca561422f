import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortTime } from './part.ts';
import { readTyped } from './typed-range.ts';

const MINUTE_MS = 60_000;

describe('two typed times', () => {
  it.each([
    ['0:10', '0:20', [10_000, 20_000]],
    ['', '0:20', [0, 20_000]],
    ['0:10', ' ', [10_000, 60_000]],
    ['', '', [0, 60_000]],
    ['9.9', '10', [9900, 10_000]],
    ['59.9', '', [59_900, 60_000]],
    ['0:10', '1:00.4', [10_000, 60_000]],
  ])('“%s” and “%s” are a part', (start, end, [startMs, endMs]) => {
    expect(readTyped({ start, end }, 'end', MINUTE_MS)).toEqual({ range: { startMs, endMs } });
  });

  it.each([
    ['soon', '0:20', 'end', { start: 'timeUnreadable' }],
    ['soon', 'later', 'end', { start: 'timeUnreadable', end: 'timeUnreadable' }],
    ['1:01', '', 'start', { start: 'tooLate' }],
    ['1:01', '1:02', 'start', { start: 'tooLate', end: 'tooLate' }],
    ['0:30', '0:20', 'start', { start: 'endBeforeStart' }],
    ['0:30', '0:20', 'end', { end: 'endBeforeStart' }],
    ['9.95', '10', 'start', { start: 'tooShort' }],
    ['0:10', '0:10', 'end', { end: 'tooShort' }],
    ['1:00', '', 'start', { start: 'tooShort' }],
  ] as const)('“%s” and “%s” are none, after the %s', (start, end, last, problems) => {
    expect(readTyped({ start, end }, last, MINUTE_MS)).toEqual({ problems });
  });

  it('are read as they are written, of any video', () => {
    const time = fc.integer({ min: 0, max: 4e7 });
    fc.assert(
      fc.property(time, fc.integer({ min: 100, max: 4e7 }), time, (startMs, lengthMs, restMs) => {
        const range = { startMs, endMs: startMs + lengthMs };
        const texts = { start: shortTime(range.startMs), end: shortTime(range.endMs) };
        expect(readTyped(texts, 'end', range.endMs + restMs)).toEqual({ range });
      }),
    );
  });

  it('may be those of a video that is shorter than any part', () => {
    expect(readTyped({ start: '', end: '' }, 'end', 40)).toEqual({
      range: { startMs: 0, endMs: 40 },
    });
  });
});
