import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutName, snapshotName } from './file-name.ts';

const range = { startMs: 5000, endMs: 70_000 };

describe('the name of a trimmed file', () => {
  it.each([
    ['Holiday.mp4', 'Holiday (5s-1m10s).mp4'],
    ['My film.final.MOV', 'My film.final (5s-1m10s).mp4'],
    ['a/b\\c:d*e?.mp4', 'a b c d e (5s-1m10s).mp4'],
    ['..hidden..mp4', 'hidden (5s-1m10s).mp4'],
    ['سفر.mp4', 'سفر (5s-1m10s).mp4'],
    ['a.flac5', 'a (5s-1m10s).mp4'],
    ['a.mpeg42', 'a.mpeg42 (5s-1m10s).mp4'],
    ['a  b\t\u202ec.mp4', 'a b c (5s-1m10s).mp4'],
    [`${'ü'.repeat(80)}.mp4`, `${'ü'.repeat(80)} (5s-1m10s).mp4`],
    [`${'ü'.repeat(81)}.mp4`, `${'ü'.repeat(80)} (5s-1m10s).mp4`],
    ['.mp4', 'video (5s-1m10s).mp4'],
    ['', 'video (5s-1m10s).mp4'],
  ])('of "%s" is "%s"', (original, name) => {
    expect(cutName(original, [range], 'mp4')).toBe(name);
  });

  it('names a fraction of a second', () => {
    expect(cutName('a.mp3', [{ startMs: 5250, endMs: 70_000 }], 'mp3')).toBe('a (5.25s-1m10s).mp3');
  });

  it('lists two parts, and counts more', () => {
    const second = { startMs: 80_000, endMs: 90_000 };
    expect(cutName('a.mp4', [range, second], 'mp4')).toBe('a (5s-1m10s, 1m20s-1m30s).mp4');
    const third = { startMs: 100_000, endMs: 110_000 };
    expect(cutName('a.mp4', [range, second, third], 'mp4')).toBe('a (5s-1m50s, 3×).mp4');
  });

  it('of a picture has its time', () => {
    expect(snapshotName('a.mp4', 5250)).toBe('a (5.25s).png');
    expect(snapshotName('a.mp4', 5000)).toBe('a (5s).png');
  });

  it('can be stored on any disk, whatever the original was called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (original) => {
        const name = cutName(original, [range], 'webm');
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
        expect(name).toMatch(/^[^.\s].* \(5s-1m10s\)\.webm$/su);
        expect(name).not.toMatch(/[\p{Cc}"*/:<>?\\|]/u);
      }),
    );
  });
});
